/** From red to blue along x, again and again, as Skia writes it. */
export const code = `{pop dup truncate sub
dup 0 le {1 add} if
dup 0 le {pop 1 0 0 0} if
dup dup 0 gt exch 1 le and {
0 sub
dup -1 mul 1 add exch 0 exch  0} if
0 gt {0 0 1} if
}`;
