/* All deeds by their names. */
#ifndef DEEDS_H
#define DEEDS_H
#include "deeds_files.h"
#include "deeds_marks.h"
#include "deeds_processes.h"

static const struct { const char *name; int (*act)(void); } deeds[] = {
    {"read", read_file}, {"seek", seek_words}, {"show", show_file}, {"write", write_file},
    {"list", list_directory}, {"smuggle", smuggle}, {"hold", hold}, {"sense", sense},
    {"fill", fill}, {"large", one_large_file}, {"sparse", sparse_file}, {"many", many_files},
    {"deep", deep_directories}, {"tcp", tcp}, {"unix", unix_socket},
    {"abstract", abstract_socket}, {"vsock", vsock}, {"netlink", netlink}, {"forks", forks},
    {"bomb", bomb}, {"threads", threads}, {"memory", memory}, {"memory-slowly", memory_slowly},
    {"family", family}, {"memory-file", memory_file}, {"shared-memory", shared_memory},
    {"address-space", address_space}, {"limits", show_limits}, {"deaf", deaf},
    {"orphan", orphan}, {"lingering", lingering}, {"door", door}, {"closed", closed}, {"silent", silent},
    {"ticking", ticking}, {"restless", restless}, {"kill-all", kill_all},
    {"ptrace", trace_child}, {"unshare", new_namespace}, {"clone", cloned_namespace},
    {"clone3", cloned_namespace_3}, {"mount", mount_something}, {"cores", all_cores},
    {"idle-class", idle_class}, {"nice", be_nice}, {"nice-session", nice_session},
    {"io-uring", ring}, {"old-gate", old_gate}, {"spin", spin}, {"spin-and-stay", spin_and_stay},
    {"spin-threads", spin_threads}, {"spin-children", spin_children},
    {"flood-errors", flood_errors}, {"echo", echo}, {"exit", exit_with},
    {"signal", end_by_signal},
};

/* Does what the words name; its exit status, or -1 when there is no such deed. */
static int do_deed(char **words) {
    mode = words[0] ? words[0] : "";
    argument = words[0] ? words + 1 : words;
    for (size_t at = 0; at < sizeof deeds / sizeof *deeds; at++)
        if (strcmp(deeds[at].name, mode) == 0)
            return deeds[at].act();
    return -1;
}

#endif
