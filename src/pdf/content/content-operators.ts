/** The operators of ISO 32000-1, table A.1. */
export const contentOperators = new Set(
  'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'.split(
    ' ',
  ),
);

/** Operators that paint in a device colour. */
export const paintOperators = new Set(['rg', 'RG', 'g', 'G', 'k', 'K']);

/** Operators whose operands are read. */
export const readOperators = new Set([
  'BDC',
  'BMC',
  'EMC',
  'Tf',
  'Tr',
  'Tj',
  'TJ',
  "'",
  '"',
  'ri',
  'gs',
  'cs',
  'CS',
  'scn',
  'SCN',
  'sh',
  'Do',
  'BI',
]);
