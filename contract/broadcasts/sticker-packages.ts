interface StickerPackage {
  id: string
  /** LINE's own title. Several packages share one: their stickers speak other languages. */
  title: string
  /** Ids of the first and the last sticker. */
  first: number
  last: number
}

/** Packages that LINE lets accounts send ("List of available stickers"). LINE refuses all others. */
export const stickerPackages: readonly StickerPackage[] = [
  { id: '11537', title: 'Brown & Cony & Sally: Animated Special', first: 52002734, last: 52002773 },
  { id: '11538', title: 'CHOCO & Friends: Animated Special', first: 51626494, last: 51626533 },
  { id: '11539', title: 'UNIVERSTAR BT21: Animated Special', first: 52114110, last: 52114149 },
  { id: '446', title: 'Moon: Special Edition', first: 1988, last: 2027 },
  { id: '1070', title: 'Moon: Special Edition', first: 17839, last: 17878 },
  { id: '789', title: 'Sally: Special Edition', first: 10855, last: 10894 },
  { id: '6325', title: 'Brown and Cony Fun Size Pack', first: 10979904, last: 10979927 },
  { id: '6359', title: 'Brown and Cony Fun Size Pack', first: 11069848, last: 11069871 },
  { id: '6362', title: 'Brown and Cony Fun Size Pack', first: 11087920, last: 11087943 },
  { id: '6370', title: 'Brown and Cony Fun Size Pack', first: 11088016, last: 11088039 },
  { id: '6136', title: 'LINE Characters: Making Amends', first: 10551376, last: 10551399 },
  { id: '6632', title: 'LINE Characters: Making Amends', first: 11825374, last: 11825397 },
  { id: '8515', title: 'LINE Characters: Pretty Phrases', first: 16581242, last: 16581265 },
  { id: '8522', title: 'LINE Characters: Pretty Phrases', first: 16581266, last: 16581289 },
  { id: '8525', title: 'LINE Characters: Pretty Phrases', first: 16581290, last: 16581313 },
]

/** True for the id of a sticker that accounts may send. */
export const isSticker = (id: string): boolean =>
  /^[1-9]\d{0,9}$/.test(id) && stickerPackages.some(({ first, last }) => Number(id) >= first && Number(id) <= last)
