import sharp from 'sharp'

/** Colour and words of an area, with its rectangle on 2,500 × 1,686. */
type Tile = readonly [color: string, words: string, x: number, y: number, width: number, height: number]

const gold: readonly Tile[] = [
  ['#96670f', 'GOLD MEMBER', 0, 0, 1667, 843],
  ['#8f5c39', 'POINTS', 1667, 0, 833, 843],
  ['#a85628', 'COUPON', 0, 843, 833, 843],
  ['#4b2a1e', 'ORDER', 833, 843, 834, 843],
  ['#b87848', 'CALL US', 1667, 843, 833, 843],
]

const main: readonly Tile[] = ['DRINKS', 'JOIN', 'COUPON', 'SHOPS', 'ORDER', 'TALK'].map((words, index) => [
  ['#5b3a29', '#8f5c39', '#a85628', '#704226', '#4b2a1e', '#b87848'][index]!,
  words,
  (index % 3) * 833,
  Math.floor(index / 3) * 843,
  834,
  843,
])

const tileOf = ([color, words, x, y, width, height]: Tile) =>
  `<rect x="${x + 6}" y="${y + 6}" width="${width - 12}" height="${height - 12}" fill="${color}"/>
   <text x="${x + width / 2}" y="${y + height / 2 + 30}" font-size="110" fill="#fff" text-anchor="middle">${words}</text>`

/** The picture of a menu as a shop would draw it. */
export const menuPicture = (kind: 'main' | 'gold') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="2500" height="1686" font-family="sans-serif" font-weight="600">
       <rect width="2500" height="1686" fill="#efe6dc"/>${(kind === 'gold' ? gold : main).map(tileOf).join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer()
