// Loaded before a program (LD_PRELOAD): the N-th call that writes, reads or renames a file in a folder fails, or the
// process ends there and then, as by a power cut of its own.
//
//   FAULT_FOLDER  only files below it count, by the path the system knows them under
//   FAULT_CALLS   names of calls, separated by commas; those of 64 bits count as their plain ones
//   FAULT_NTH     which call fails, counted from 1; none where it is 0
//   FAULT_ERROR   EIO or ENOSPC; KILL ends the process before the call, TORN after half of what it was to write
//   FAULT_LASTS   1: all later calls fail too
//   FAULT_COUNT   a file that gets a byte for each call that counted
//   FAULT_TRACE   a file that gets every write, change of size, synchronisation and removal of such a file in order, and
//                 what is written to standard output and error: "W|T|S|U|M PATH OFFSET LENGTH", a line feed, bytes
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;
static int counting = -1;
static int tracing = -1;
// Recursive: what a library does while it holds it may be a call of this kind, too.
static pthread_mutex_t order = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULT_COUNT");
  if (path) counting = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  path = getenv("FAULT_TRACE");
  if (path) tracing = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static const char *setting(const char *name) {
  const char *value = getenv(name);
  return value ? value : "";
}

static int is_below(const char *path) {
  const char *folder = setting("FAULT_FOLDER");
  size_t length = strlen(folder);
  return length > 0 && strncmp(path, folder, length) == 0 && path[length] == '/';
}

static int is_asked(const char *call) {
  size_t length = strlen(call);
  for (const char *rest = setting("FAULT_CALLS"); *rest; rest += strcspn(rest, ",")) {
    rest += *rest == ',';
    if (strcspn(rest, ",") == length && strncmp(rest, call, length) == 0) return 1;
  }
  return 0;
}

// 0: the call is to be made; 1: it is to fail, and errno says how; 2: half of it is to be made, then the end.
static int verdict(const char *call, const char *path) {
  if (!is_asked(call) || !is_below(path)) return 0;
  long number = atomic_fetch_add(&calls, 1) + 1;
  ssize_t (*plain)(int, const void *, size_t) =
      (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  if (counting >= 0) plain(counting, ".", 1);
  long wanted = atol(setting("FAULT_NTH"));
  if (wanted <= 0 || number < wanted) return 0;
  if (number > wanted && strcmp(setting("FAULT_LASTS"), "1") != 0) return 0;
  const char *error = setting("FAULT_ERROR");
  if (strcmp(error, "KILL") == 0) kill(getpid(), SIGKILL);
  if (strcmp(error, "TORN") == 0) return 2;
  errno = strcmp(error, "ENOSPC") == 0 ? ENOSPC : EIO;
  return 1;
}

// False where it has none.
static int find_path(int descriptor, char path[4096]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, 4095);
  if (length < 0) return 0;
  path[length] = 0;
  return 1;
}

static int verdict_of_open_file(const char *call, int descriptor) {
  char path[4096];
  return find_path(descriptor, path) ? verdict(call, path) : 0;
}

// Writes down what was done, once it was; `order` is held from before it was until after this.
static void trace(char kind, const char *path, long long offset, const void *bytes, size_t length) {
  if (kind != 'M' && !is_below(path)) return;
  ssize_t (*plain)(int, const void *, size_t) =
      (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  char head[4200];
  int count = snprintf(head, sizeof head, "%c %s %lld %zu\n", kind, path, offset, length);
  plain(tracing, head, count);
  if (length > 0) plain(tracing, bytes, length);
}

static void trace_open_file(char kind, int descriptor, long long offset, const void *bytes, size_t length) {
  char path[4096];
  if (tracing < 0) return;
  if (kind == 'W' && (descriptor == 1 || descriptor == 2)) return trace('M', "-", 0, bytes, length);
  if (find_path(descriptor, path)) trace(kind, path, offset, bytes, length);
}

static int verdict_of_name(const char *call, const char *name) {
  if (name[0] == '/') return verdict(call, name);
  char path[8192];
  if (!getcwd(path, 4096)) return 0;
  size_t length = strlen(path);
  snprintf(path + length, sizeof path - length, "/%s", name);
  return verdict(call, path);
}

#define MADE(result, name, types, arguments) ((result(*) types)dlsym(RTLD_NEXT, name)) arguments

// Calls that write from a buffer.
#define WRITES(name, counted, place, parameters, types, whole, half)          \
  ssize_t name parameters {                                                   \
    int found = verdict_of_open_file(counted, descriptor);                    \
    if (found == 1) return -1;                                                \
    if (found == 2) {                                                         \
      ssize_t made = MADE(ssize_t, #name, types, half);                       \
      (void)made;                                                             \
      kill(getpid(), SIGKILL);                                                \
    }                                                                         \
    if (tracing < 0) return MADE(ssize_t, #name, types, whole);               \
    pthread_mutex_lock(&order);                                               \
    long long start = place;                                                  \
    ssize_t made = MADE(ssize_t, #name, types, whole);                        \
    if (made > 0) trace_open_file('W', descriptor, start, bytes, made);       \
    pthread_mutex_unlock(&order);                                             \
    return made;                                                              \
  }

WRITES(write, "write", lseek(descriptor, 0, SEEK_CUR), (int descriptor, const void *bytes, size_t count), (int, const void *, size_t),
       (descriptor, bytes, count), (descriptor, bytes, count / 2))
WRITES(pwrite, "pwrite", place, (int descriptor, const void *bytes, size_t count, off_t place),
       (int, const void *, size_t, off_t), (descriptor, bytes, count, place), (descriptor, bytes, count / 2, place))
WRITES(pwrite64, "pwrite", place, (int descriptor, const void *bytes, size_t count, off64_t place),
       (int, const void *, size_t, off64_t), (descriptor, bytes, count, place), (descriptor, bytes, count / 2, place))

// All other calls, on an open file or on a name; half of one of these is none of it.
#define FAILS(result, name, parameters, types, arguments, found, traced)      \
  result name parameters {                                                    \
    int said = found;                                                         \
    if (said == 1) return -1;                                                 \
    if (said == 2) kill(getpid(), SIGKILL);                                   \
    if (tracing < 0) return MADE(result, #name, types, arguments);            \
    pthread_mutex_lock(&order);                                               \
    result made = MADE(result, #name, types, arguments);                      \
    if (made == 0) traced;                                                    \
    pthread_mutex_unlock(&order);                                             \
    return made;                                                              \
  }

FAILS(ssize_t, read, (int descriptor, void *bytes, size_t count), (int, void *, size_t), (descriptor, bytes, count),
      verdict_of_open_file("read", descriptor), (void)0)
FAILS(ssize_t, pread, (int descriptor, void *bytes, size_t count, off_t place), (int, void *, size_t, off_t),
      (descriptor, bytes, count, place), verdict_of_open_file("pread", descriptor), (void)0)
FAILS(ssize_t, pread64, (int descriptor, void *bytes, size_t count, off64_t place), (int, void *, size_t, off64_t),
      (descriptor, bytes, count, place), verdict_of_open_file("pread", descriptor), (void)0)
FAILS(int, fsync, (int descriptor), (int), (descriptor), verdict_of_open_file("fsync", descriptor),
      trace_open_file('S', descriptor, 0, "", 0))
FAILS(int, fdatasync, (int descriptor), (int), (descriptor), verdict_of_open_file("fdatasync", descriptor),
      trace_open_file('S', descriptor, 0, "", 0))
FAILS(int, ftruncate, (int descriptor, off_t size), (int, off_t), (descriptor, size),
      verdict_of_open_file("ftruncate", descriptor), trace_open_file('T', descriptor, size, "", 0))
FAILS(int, ftruncate64, (int descriptor, off64_t size), (int, off64_t), (descriptor, size),
      verdict_of_open_file("ftruncate", descriptor), trace_open_file('T', descriptor, size, "", 0))
FAILS(int, rename, (const char *from, const char *to), (const char *, const char *), (from, to),
      verdict_of_name("rename", from), (void)0)
FAILS(int, renameat2, (int at, const char *from, int to_at, const char *to, unsigned flags),
      (int, const char *, int, const char *, unsigned), (at, from, to_at, to, flags), verdict_of_name("rename", from),
      (void)0)
FAILS(int, link, (const char *from, const char *to), (const char *, const char *), (from, to),
      verdict_of_name("link", from), (void)0)
FAILS(int, unlink, (const char *name), (const char *), (name), verdict_of_name("unlink", name),
      tracing < 0 ? (void)0 : trace('U', name, 0, "", 0))
FAILS(int, mkdir, (const char *name, mode_t mode), (const char *, mode_t), (name, mode),
      verdict_of_name("mkdir", name), (void)0)
