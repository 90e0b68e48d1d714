// What reading a GPX costs before anything is made of it: a bare libxml2 SAX2 pass in pieces of
// 64 KB with empty callbacks, and SHA-256 of the same bytes, on one core.
//
//   cc -O2 benchmarks/sax_baseline.c -o sax_baseline $(pkg-config --cflags --libs libxml-2.0 libcrypto)
//   ./sax_baseline FILE [REPETITIONS]
//
// Prints the median and the fastest pass; a fix is a `<trkpt`, counted apart from the timing.
#include <libxml/parser.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void start(void *c, const xmlChar *n, const xmlChar *p, const xmlChar *u, int nn,
                  const xmlChar **ns, int na, int nd, const xmlChar **a) {}
static void end(void *c, const xmlChar *n, const xmlChar *p, const xmlChar *u) {}
static void characters(void *c, const xmlChar *text, int length) {}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static void pass(const char *bytes, size_t size) {
  xmlSAXHandler sax;
  memset(&sax, 0, sizeof sax);
  sax.initialized = XML_SAX2_MAGIC;
  sax.startElementNs = start;
  sax.endElementNs = end;
  sax.characters = characters;
  xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&sax, NULL, NULL, 0, NULL);
  EVP_MD_CTX *hash = EVP_MD_CTX_new();
  EVP_DigestInit_ex(hash, EVP_sha256(), NULL);
  for (size_t at = 0; at < size; at += 65536) {
    size_t length = size - at < 65536 ? size - at : 65536;
    EVP_DigestUpdate(hash, bytes + at, length);
    xmlParseChunk(parser, bytes + at, (int)length, 0);
  }
  xmlParseChunk(parser, NULL, 0, 1);
  unsigned char digest[32];
  EVP_DigestFinal_ex(hash, digest, NULL);
  EVP_MD_CTX_free(hash);
  xmlFreeParserCtxt(parser);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int count, char **arguments) {
  FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
  int repetitions = count > 2 ? atoi(arguments[2]) : 9;
  if (file == NULL || repetitions < 1) {
    fprintf(stderr, "usage: sax_baseline FILE [REPETITIONS]\n");
    return 64;
  }
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(size + 1);
  double *times = malloc(sizeof(double) * (size_t)repetitions);
  if (bytes == NULL || times == NULL || fread(bytes, 1, size, file) != size) return 74;
  bytes[size] = 0;
  fclose(file);

  long fixes = 0;
  for (const char *at = bytes; (at = strstr(at, "<trkpt")) != NULL; at++) fixes++;
  for (int i = 0; i < repetitions; i++) {
    double begin = seconds();
    pass(bytes, size);
    times[i] = seconds() - begin;
  }
  qsort(times, (size_t)repetitions, sizeof(double), ascending);
  double median = times[repetitions / 2];
  printf("%ld fixes, %zu bytes, median %.2f ms, fastest %.2f ms: %.0f fixes/s (median)\n", fixes,
         size, median * 1e3, times[0] * 1e3, fixes / median);
  return 0;
}
