#define _GNU_SOURCE
#include "CSQLite.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// SQLite's own VFS, whose files this one hands out.
static sqlite3_vfs *unix_vfs;

// Databases that were opened, by their absolute paths. They are few, and each stays: what may be
// deleted is beside a database, not anywhere.
struct database {
  struct database *next;
  // Whether a connection that may write has opened it.
  int is_written;
  char path[];
};
static struct database *databases;
static pthread_mutex_t databases_lock = PTHREAD_MUTEX_INITIALIZER;

static const char *const suffixes[] = {"-journal", "-wal", "-shm"};

static int has_suffix(const char *path, const char *suffix) {
  size_t length = strlen(path), end = strlen(suffix);
  return length > end && strcmp(path + length - end, suffix) == 0;
}

static int is_beside_database(const char *path) {
  for (size_t index = 0; index < sizeof suffixes / sizeof *suffixes; index++)
    if (has_suffix(path, suffixes[index])) return 1;
  return 0;
}

static int add_database(const char *path, int is_written) {
  struct database *found;
  pthread_mutex_lock(&databases_lock);
  for (found = databases; found && strcmp(found->path, path) != 0; found = found->next) continue;
  if (!found && (found = malloc(sizeof *found + strlen(path) + 1))) {
    strcpy(found->path, path);
    found->is_written = 0;
    found->next = databases;
    databases = found;
  }
  if (found && is_written) found->is_written = 1;
  pthread_mutex_unlock(&databases_lock);
  return found ? SQLITE_OK : SQLITE_NOMEM;
}

// Whether a file is a database that was opened, or a journal or log of one.
static int is_known(const char *path) {
  int known = 0;
  pthread_mutex_lock(&databases_lock);
  for (struct database *each = databases; each && !known; each = each->next) {
    size_t length = strlen(each->path);
    if (strncmp(path, each->path, length) != 0) continue;
    known = path[length] == 0;
    for (size_t index = 0; index < sizeof suffixes / sizeof *suffixes; index++)
      known = known || strcmp(path + length, suffixes[index]) == 0;
  }
  pthread_mutex_unlock(&databases_lock);
  return known;
}

// Whether a file is the log of a database that is only read, or the log's index.
static int is_log_only_read(const char *path) {
  int is_read = 0;
  pthread_mutex_lock(&databases_lock);
  for (struct database *each = databases; each && !is_read; each = each->next) {
    size_t length = strlen(each->path);
    is_read = !each->is_written && strncmp(path, each->path, length) == 0
        && (strcmp(path + length, "-wal") == 0 || strcmp(path + length, "-shm") == 0);
  }
  pthread_mutex_unlock(&databases_lock);
  return is_read;
}

// MARK: - The VFS: which names

// Resolves no links: a database that is one is not opened.
static int full_path(sqlite3_vfs *vfs, const char *path, int room, char *out) {
  (void)vfs;
  size_t start = 0;
  if (path[0] != '/') {
    if (!getcwd(out, (size_t)room)) return SQLITE_CANTOPEN;
    start = strlen(out);
    if (start + 1 >= (size_t)room) return SQLITE_CANTOPEN;
    out[start++] = '/';
  }
  if (start + strlen(path) >= (size_t)room) return SQLITE_CANTOPEN;
  strcpy(out + start, path);
  return SQLITE_OK;
}

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
  (void)vfs;
  // Not opened: then SQLite does not close it either.
  file->pMethods = NULL;
  if (flags & SQLITE_OPEN_SUPER_JOURNAL) return SQLITE_CANTOPEN;
  if (path && (flags & SQLITE_OPEN_MAIN_DB)) {
    int code = add_database(path, !(flags & SQLITE_OPEN_READONLY));
    if (code != SQLITE_OK) return code;
  }
  // Files without a name are temporary ones, which SQLite makes new.
  if (path && !is_known(path)) return SQLITE_CANTOPEN;
  return unix_vfs->xOpen(unix_vfs, path, file, flags, out);
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int syncs) {
  (void)vfs;
  if (!is_beside_database(path) || !is_known(path)) return SQLITE_IOERR_DELETE;
  return unix_vfs->xDelete(unix_vfs, path, syncs);
}

static int test_file(sqlite3_vfs *vfs, const char *path, int flags, int *out) {
  (void)vfs;
  *out = 0;
  return is_known(path) ? unix_vfs->xAccess(unix_vfs, path, flags, out) : SQLITE_OK;
}

// MARK: - The system call: which files

static int is_acceptable(const struct stat *status, int flags, int is_beside) {
  if (S_ISREG(status->st_mode))
    return status->st_uid == geteuid() && (!is_beside || status->st_nlink <= 1);
  // Folders are flushed; a device gives random numbers.
  return (flags & O_ACCMODE) == O_RDONLY && (S_ISDIR(status->st_mode) || S_ISCHR(status->st_mode));
}

// Of a descriptor that is open nothing can be exchanged any more, as it could between a look and an
// opening. The look before keeps the locks that closing another name of a database would drop.
static int open_safely(const char *path, int flags, int mode) {
  int is_beside = is_beside_database(path);
  struct stat status;
  if (lstat(path, &status) == 0 && !is_acceptable(&status, flags, is_beside)) {
    errno = EPERM;
    return -1;
  }
  // Opening a pipe must not wait for its other end.
  int file = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode);
  if (file < 0) {
    int number = errno;
    // Where nothing can be written, a log that is not there is empty, and its index this process's own. Whoever
    // writes must fail instead: what went into such a log would be lost.
    if ((flags & O_CREAT) && (number == EROFS || number == EACCES) && is_log_only_read(path)) {
      if (lstat(path, &status) != 0 && errno == ENOENT) return memfd_create("flick", MFD_CLOEXEC);
    }
    errno = number;
    return -1;
  }
  if (fstat(file, &status) == 0 && is_acceptable(&status, flags, is_beside)) return file;
  close(file);
  errno = EPERM;
  return -1;
}

static sqlite3_vfs guard_vfs;
static int guard_result;

static void install(void) {
  guard_result = sqlite3_initialize();
  if (guard_result != SQLITE_OK) return;
  unix_vfs = sqlite3_vfs_find(NULL);
  if (!unix_vfs || unix_vfs->iVersion < 3 || !unix_vfs->xSetSystemCall) {
    guard_result = SQLITE_ERROR;
    return;
  }
  guard_result = unix_vfs->xSetSystemCall(unix_vfs, "open", (sqlite3_syscall_ptr)open_safely);
  if (guard_result != SQLITE_OK) return;
  guard_vfs = *unix_vfs;
  guard_vfs.pNext = NULL;
  guard_vfs.zName = "flick";
  guard_vfs.xFullPathname = full_path;
  guard_vfs.xOpen = open_file;
  guard_vfs.xDelete = delete_file;
  guard_vfs.xAccess = test_file;
  // As the default: GRDB names none.
  guard_result = sqlite3_vfs_register(&guard_vfs, 1);
}

int flick_sqlite_guard(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  return guard_result;
}

// MARK: - Connections

static int begin_statement(unsigned kind, void *context, void *statement, void *text) {
  (void)kind, (void)statement, (void)text;
  struct flick_sqlite_limits *limits = context;
  limits->left = limits->steps;
  return 0;
}

static int must_stop(void *context) {
  struct flick_sqlite_limits *limits = context;
  return --limits->left < 0 || sqlite3_memory_used() > limits->memory;
}

int flick_sqlite_distrust(
    sqlite3 *database, int length, struct flick_sqlite_limits *limits) {
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, length);
  sqlite3_limit(database, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100);
  sqlite3_limit(database, SQLITE_LIMIT_TRIGGER_DEPTH, 10);
  begin_statement(0, limits, NULL, NULL);
  sqlite3_progress_handler(database, 1000, must_stop, limits);
  int result = sqlite3_trace_v2(database, SQLITE_TRACE_STMT, begin_statement, limits);
  if (result != SQLITE_OK) return result;
  static const int settings[][2] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},
      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
      {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
      {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
  };
  for (size_t index = 0; index < sizeof settings / sizeof *settings; index++) {
    int code = sqlite3_db_config(database, settings[index][0], settings[index][1], (int *)NULL);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}
