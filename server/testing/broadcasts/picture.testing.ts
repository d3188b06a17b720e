import sharp from 'sharp'

/** A picture that every reader takes, half transparent, noting where it was taken. */
export const paintedPicture = (width: number, height: number, type: 'jpeg' | 'png' | 'webp' | 'gif' = 'png') =>
  sharp({ create: { width, height, channels: 4, background: { r: 20, g: 120, b: 90, alpha: 0.5 } } })
    .withExif({ IFD3: { GPSLatitude: '13/1 45/1 0/1' } })
    .toFormat(type)
    .toBuffer()
