// Printed by benchmarks/reference_distances.py.

let references = [
  Reference(
    "one degree of latitude", 0, 0, 1, 0,
    sphere: 111194.9266445587373458, wgs84: 110574.38855779878),
  Reference(
    "one degree of longitude on the equator", 0, 0, 0, 1,
    sphere: 111194.9266445587373458, wgs84: 111319.49079327357),
  Reference(
    "a millimetre", 45, 7, 45.00000000899322, 7,
    sphere: 0.001000000284110065510106, wgs84: 0.0009994327165377083),
  Reference(
    "three metres", 47.3769, 8.5417, 47.37692, 8.54173,
    sphere: 3.169945638638958041129, wgs84: 3.1744464607611445),
  Reference(
    "a hundred metres", -33.8688, 151.2093, -33.8682, 151.2101,
    sphere: 99.53248842304231395471, wgs84: 99.54072172336951),
  Reference(
    "a kilometre", 59.9139, 10.7522, 59.9222, 10.7589,
    sphere: 995.6023263631901007341, wgs84: 997.7738135191282),
  Reference(
    "five kilometres on the equator", 0.01, -78.5, -0.02, -78.459,
    sphere: 5649.096201537027216491, wgs84: 5642.2516429859215),
  Reference(
    "ten kilometres", 40.7128, -74.006, 40.8, -73.98,
    sphere: 9940.431315720964970141, wgs84: 9929.270797899495),
  Reference(
    "a metre across the antimeridian", -16.8, 179.999995, -16.8, -179.999995,
    sphere: 1.064490710347259680175, wgs84: 1.0659813009229238),
  Reference(
    "two kilometres across the antimeridian", -16.8, 179.99, -16.81, -179.99,
    sphere: 2401.823097627520425957, wgs84: 2402.030039279291),
  Reference(
    "ten kilometres across the antimeridian", 65, -179.9, 65.01, 179.9,
    sphere: 9462.399340503997780325, wgs84: 9498.996607506557),
  Reference(
    "the antimeridian's two names", 10, 180, 10.001, -180,
    sphere: 111.1949266444971105229, wgs84: 110.60776841499371),
  Reference(
    "two metres across the north pole", 89.99999, 30, 89.99999, -150,
    sphere: 2.223898533597070499514, wgs84: 2.233879591891614),
  Reference(
    "around the north pole", 89.9999, 10, 89.9998, 130,
    sphere: 29.41941229632744762841, wgs84: 29.55144928663194),
  Reference(
    "ten kilometres across the south pole", -89.96, -20, -89.95, 160,
    sphere: 10007.54339801066560311, wgs84: 10052.458138652613),
  Reference(
    "from the south pole", -90, 77, -89.99, -12,
    sphere: 1111.949266446156236439, wgs84: 1116.9397954771944),
  Reference(
    "just near", 50, 10, 57.99999, 17.99999,
    sphere: 1030264.299769904593928, wgs84: 1031889.728812062),
  Reference(
    "just far", 50, 10, 58.00001, 18.00001,
    sphere: 1030266.803591607932104, wgs84: 1031892.2377323114),
  Reference(
    "eight degrees", -4, -4, 4, 4,
    sphere: 1257515.594723785938808, wgs84: 1254727.6841411926),
  Reference(
    "Zurich to Oslo", 47.3769, 8.5417, 59.9139, 10.7522,
    sphere: 1401445.582096939999686, wgs84: 1402768.0427603885),
  Reference(
    "Paris to Auckland", 48.8566, 2.3522, -36.8485, 174.7633,
    sphere: 18545298.55705234773215, wgs84: 18537670.624109928),
  Reference(
    "a quarter of the circumference", 0, 0, 0, 90,
    sphere: 10007543.39801028636112, wgs84: 10018754.171394622),
  Reference(
    "just beyond a quarter", 0, 0, 0.001, 90.001,
    sphere: 10007654.59293691451484, wgs84: 10018865.490880316),
  Reference(
    "pole to pole", 90, 0, -90, 0,
    sphere: 20015086.79602057272225, wgs84: 20003931.458625447),
  Reference(
    "antipodes on the equator", 0, -90, 0, 90,
    sphere: 20015086.79602057272225, wgs84: 20003931.458625447),
  Reference(
    "antipodes", 31.5, 20, -31.5, -160,
    sphere: 20015086.79602057272225, wgs84: 20003931.458625447),
  Reference(
    "a millimetre from the antipode", 31.5, 20, -31.50000000899322, -160,
    sphere: 20015086.79502057243814, wgs84: 20003931.457628295),
  Reference(
    "a kilometre from the antipode", 31.5, 20, -31.49, -160.001,
    sphere: 20013970.8117337984492, wgs84: 20002822.588257626),
]
