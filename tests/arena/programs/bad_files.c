/* bad_files MODE [ARGUMENT...] -- CALL...: plays through files, and does one bad deed in each call.
 *
 * Nobody listens to it, so it tells by how it ends: where the deed succeeded, it exits with 31 and
 * without an answer; where it was refused, it plays on. */
#include "deeds.h"
#include "files.h"

enum { SUCCEEDED = 31 };

static void go_on(void) {
}

int main(int count, char **words) {
    char **call = words + 1;
    while (call < words + count && strcmp(*call, "--") != 0)
        call++;
    if (call == words + count)
        return 2;
    *call++ = NULL;
    stay = go_on;
    if (do_deed(words + 1) == -1)
        return 2;
    if (succeeded)
        return SUCCEEDED;
    if (call[0][0] == 'W' || call[0][0] == 'B')
        answer_a(call, "out.txt");
    else
        answer_b(call);
    return 0;
}
