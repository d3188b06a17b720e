/** Seconds from the beginning: the first frame of many videos is black. */
const AT_SECONDS = 1
/** Pixels of the longer side. */
const SIDE = 1280
/** Milliseconds after which a browser is taken not to read the video. */
const PATIENCE_MS = 15_000

/** Takes a picture from a video. Returns null if this browser cannot play it. */
export async function frameOf(file: File): Promise<File | null> {
  const video = document.createElement('video')
  const address = URL.createObjectURL(file)
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  video.src = address
  try {
    await happens(video, 'loadeddata')
    const seeked = happens(video, 'seeked')
    video.currentTime = Math.min(AT_SECONDS, (Number.isFinite(video.duration) ? video.duration : 0) / 2)
    await seeked
    const picture = await drawn(video)
    return picture && new File([picture], 'frame.jpg', { type: 'image/jpeg' })
  } catch {
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}

function happens(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The video says nothing')), PATIENCE_MS)
    video.addEventListener(event, () => resolve(clearTimeout(timer)), { once: true })
    video.addEventListener('error', () => reject(new Error('The video cannot be read')), { once: true })
  })
}

function drawn(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0 || videoHeight === 0) return Promise.resolve(null)
  const scale = Math.min(SIDE / Math.max(videoWidth, videoHeight), 1)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(Math.round(videoWidth * scale), 1)
  canvas.height = Math.max(Math.round(videoHeight * scale), 1)
  canvas.getContext('2d')!.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}
