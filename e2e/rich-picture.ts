import sharp from 'sharp'

const drawing = (height: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="1040" height="${height}">
  <rect width="1040" height="${height}" fill="#f1dec0"/><circle cx="820" cy="170" r="80" fill="#f8efdc"/>
  <path d="M0 560 190 460 350 520 620 410 1040 560V${height}H0z" fill="#c69265"/>
  <path d="M0 650Q260 560 520 640T1040 600V${height}H0z" fill="#8f5c39"/>
  <rect y="694" width="518" height="346" fill="#4b2a1e"/><rect x="522" y="694" width="518" height="346" fill="#985630"/>
  <g font-family="IBM Plex Sans Thai, sans-serif" font-weight="600"><text x="60" y="150" font-size="96" fill="#3d2419">DRIP BAG</text>
  <g font-size="60" fill="#fff" text-anchor="middle"><text x="260" y="880">ORDER</text><text x="780" y="880">COUPON</text></g></g></svg>`

/** A picture as a shop would draw it: a large part above two buttons. */
export const richPicture = (height = 1040) =>
  sharp(Buffer.from(drawing(height)))
    .png()
    .toBuffer()
