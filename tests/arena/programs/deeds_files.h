/* Deeds with files and sockets. */
#ifndef DEEDS_FILES_H
#define DEEDS_FILES_H
#include "deed.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/vm_sockets.h>
#include <netinet/in.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

/* ---- files ---- */

static int read_file(void) {
    char byte;
    int file = open(argument[0], O_RDONLY);
    return told(file == -1 ? -1 : read(file, &byte, 1));
}

static int show_file(void) {
    char bytes[65536];
    int file = open(argument[0], O_RDONLY);
    ssize_t count = file == -1 ? -1 : read(file, bytes, sizeof bytes);
    if (count > 0)
        fwrite(bytes, 1, (size_t)count, stdout);
    return told(count);
}

/* seek FILE WORDS: whether the words are in the file. */
static int seek_words(void) {
    char bytes[65536];
    int file = open(argument[0], O_RDONLY);
    ssize_t count = file == -1 ? -1 : read(file, bytes, sizeof bytes);
    if (count == -1)
        return told(-1);
    errno = ENODATA;
    return told(memmem(bytes, (size_t)count, argument[1], strlen(argument[1])) ? 0 : -1);
}

static int write_file(void) {
    return told(open(argument[0], O_RDWR | O_CREAT, 0666));
}

static int list_directory(void) {
    return told(opendir(argument[0]) ? 0 : -1);
}

/* fill DIRECTORY MEGABYTES: in files of one megabyte; tells how many there was room for. */
static int fill(void) {
    static char block[1 << 20];
    char name[300], words[100];
    long count, total = number(1);
    memset(block, 1, sizeof block);
    for (count = 0; count < total; count++) {
        snprintf(name, sizeof name, "%s/fill-%ld", argument[0], count);
        int file = open(name, O_WRONLY | O_CREAT, 0666);
        if (file == -1 || write(file, block, sizeof block) != (ssize_t)sizeof block)
            break;
        close(file);
    }
    snprintf(words, sizeof words, "%ld", count);
    say(words);
    stay();
    return 0;
}

static int one_large_file(void) {
    static char block[1 << 20];
    long total = number(1);
    int file = open(argument[0], O_WRONLY | O_CREAT, 0666);
    for (long count = 0; count < total; count++)
        if (write(file, block, sizeof block) != (ssize_t)sizeof block)
            return told(-1);
    return told(0);
}

static int sparse_file(void) {
    signal(SIGXFSZ, SIG_IGN);
    int file = open(argument[0], O_WRONLY | O_CREAT, 0666);
    return told(ftruncate(file, (off_t)number(1) << 20));
}

/* many DIRECTORY COUNT: empty files; tells how many there was room for. */
static int many_files(void) {
    char name[300], words[100];
    long count, total = number(1);
    for (count = 0; count < total; count++) {
        snprintf(name, sizeof name, "%s/many-%ld", argument[0], count);
        int file = open(name, O_WRONLY | O_CREAT, 0666);
        if (file == -1)
            break;
        close(file);
    }
    snprintf(words, sizeof words, "%ld", count);
    say(words);
    stay();
    return 0;
}

/* deep DIRECTORY COUNT: directories in each other, the outermost closed to everybody. */
static int deep_directories(void) {
    long count, total = number(1);
    char words[100];
    if (chdir(argument[0]))
        return told(-1);
    for (count = 0; count < total; count++)
        if (mkdir("d", 0700) || chdir("d"))
            break;
    snprintf(words, sizeof words, "%s/d", argument[0]);
    chmod(words, 0);
    snprintf(words, sizeof words, "%ld", count);
    say(words);
    stay();
    return 0;
}

/* ---- sockets ---- */

static int tcp(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)number(0))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int made = socket(AF_INET, SOCK_STREAM, 0);
    if (made == -1)
        return told(-1);
    return told(connect(made, (struct sockaddr *)&address, sizeof address));
}

static socklen_t local_address(struct sockaddr_un *address, int abstract) {
    size_t length = strlen(argument[0]);
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(address->sun_path + abstract, argument[0], length);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

static int local_socket(int abstract) {
    struct sockaddr_un address;
    socklen_t size = local_address(&address, abstract);
    int made = socket(AF_UNIX, SOCK_STREAM, 0);
    return told(connect(made, (struct sockaddr *)&address, size));
}

static int unix_socket(void) {
    return local_socket(0);
}

static int abstract_socket(void) {
    return local_socket(1);
}

static int vsock(void) {
    return told(socket(AF_VSOCK, SOCK_STREAM, 0));
}

static int netlink(void) {
    return told(socket(AF_NETLINK, SOCK_RAW, 0));
}

/* ---- from one game to the next ---- */

/* An orphan that answers under an abstract name; whether there was one before. */
static int find_or_leave_messenger(void) {
    struct sockaddr_un address;
    socklen_t size = local_address(&address, 1);
    int made = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(made, (struct sockaddr *)&address, size) == 0)
        return 1;
    if (bind(made, (struct sockaddr *)&address, size) == 0 && listen(made, 1) == 0 && fork() == 0) {
        setsid();
        forever();
    }
    return 0;
}

/* smuggle NAME: looks for a mark wherever one might have stayed, and leaves one everywhere. */
static int smuggle(void) {
    static const char *const places[] = {"/tmp", "/dev/shm", "/var/tmp", ".", "/bot"};
    char name[300];
    int found = find_or_leave_messenger();
    key_t key = 0;
    for (size_t at = 0; at < sizeof places / sizeof *places; at++) {
        snprintf(name, sizeof name, "%s/%s", places[at], argument[0]);
        found |= access(name, F_OK) == 0;
        int file = open(name, O_WRONLY | O_CREAT, 0666);
        if (file != -1)
            close(file);
    }
    for (const char *at = argument[0]; *at; at++)
        key = key * 31 + *at;
    found |= shmget(key, 1, 0) != -1;
    shmget(key, 1, IPC_CREAT | 0666);
    errno = ENODATA;
    return told(found ? 0 : -1);
}

#endif
