// What reading an XML file costs before anything is made of it: the file in pieces of 64 KB through a bare
// libxml2 SAX2 pass with empty callbacks and through SHA-256, on one core.
//
//   cc -O2 benchmarks/sax_baseline.c -o sax_baseline $(pkg-config --cflags --libs libxml-2.0 libcrypto)
//   ./sax_baseline FILE [REPETITIONS]
//   ./sax_baseline --once FILE...
//
// Prints the median and the fastest pass; or, of many files once each, the bytes and the seconds.
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

static long pass(FILE *file) {
  static char piece[65536];
  xmlSAXHandler sax;
  memset(&sax, 0, sizeof sax);
  sax.initialized = XML_SAX2_MAGIC;
  sax.startElementNs = start;
  sax.endElementNs = end;
  sax.characters = characters;
  xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&sax, NULL, NULL, 0, NULL);
  EVP_MD_CTX *hash = EVP_MD_CTX_new();
  EVP_DigestInit_ex(hash, EVP_sha256(), NULL);
  long size = 0;
  rewind(file);
  for (size_t length; (length = fread(piece, 1, sizeof piece, file)) > 0; size += (long)length) {
    EVP_DigestUpdate(hash, piece, length);
    xmlParseChunk(parser, piece, (int)length, 0);
  }
  xmlParseChunk(parser, NULL, 0, 1);
  unsigned char digest[32];
  EVP_DigestFinal_ex(hash, digest, NULL);
  EVP_MD_CTX_free(hash);
  xmlFreeParserCtxt(parser);
  return size;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int once(int count, char **paths) {
  double begin = seconds();
  long size = 0;
  for (int i = 0; i < count; i++) {
    FILE *file = fopen(paths[i], "rb");
    if (file == NULL) return 66;
    size += pass(file);
    fclose(file);
  }
  printf("%ld bytes, %.3f s\n", size, seconds() - begin);
  return 0;
}

int main(int count, char **arguments) {
  if (count > 1 && strcmp(arguments[1], "--once") == 0) return once(count - 2, arguments + 2);
  FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
  int repetitions = count > 2 ? atoi(arguments[2]) : 9;
  if (file == NULL || repetitions < 1) {
    fprintf(stderr, "usage: sax_baseline FILE [REPETITIONS] | --once FILE...\n");
    return 64;
  }
  setvbuf(file, NULL, _IOFBF, 65536);
  double *times = malloc(sizeof(double) * (size_t)repetitions);
  if (times == NULL) return 71;
  long size = 0;
  for (int i = 0; i < repetitions; i++) {
    double begin = seconds();
    size = pass(file);
    times[i] = seconds() - begin;
  }
  qsort(times, (size_t)repetitions, sizeof(double), ascending);
  printf("%ld bytes, median %.3f ms, fastest %.3f ms\n", size, times[repetitions / 2] * 1e3,
         times[0] * 1e3);
  return 0;
}
