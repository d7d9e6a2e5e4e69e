/* misbehave MODE [ARGUMENT...]: one bad deed, and a line that tells how it went. */
#include "deeds.h"

int main(int count, char **words) {
    int status = do_deed(words + (count > 0));
    if (status == -1)
        fprintf(stderr, "no mode called '%s'\n", mode);
    return status == -1 ? 2 : status;
}
