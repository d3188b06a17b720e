import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS } from '@ruam/contract/platform/constants.ts'

const QUALITIES = [0.9, 0.75, 0.6, 0.45]

/** A picture as small as a store's photo has to be, drawn by the browser. Throws where the browser can't read it. */
export async function smallPhoto(file: File): Promise<File> {
  const image = await createImageBitmap(file)
  try {
    const whole = Math.max(image.width, image.height)
    if (file.size <= MAX_PHOTO_BYTES && whole <= MAX_PHOTO_PIXELS && /\/(png|jpeg|webp)$/.test(file.type)) return file
    for (let side = Math.min(whole, MAX_PHOTO_PIXELS); side >= 64; side /= 2) {
      for (const quality of QUALITIES) {
        const drawn = await draw(image, side / whole, quality)
        if (drawn.size <= MAX_PHOTO_BYTES) return drawn
      }
    }
    throw new Error('The picture stays too large')
  } finally {
    image.close()
  }
}

async function draw(image: ImageBitmap, scale: number, quality: number): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  // Browsers that can't write WebP write a PNG instead.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', quality))
  if (!blob) throw new Error('The picture could not be drawn')
  return new File([blob], 'photo', { type: blob.type })
}
