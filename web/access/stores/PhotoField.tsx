import { Button, FileButton } from '@mantine/core'
import { stores } from '@ruam/contract/access/stores.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS } from '@ruam/contract/platform/constants.ts'
import { useState } from 'react'
import { upload, useRefresh } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import styles from './Settings.module.css'
import { StorePhoto } from './StorePhoto.tsx'
import { text } from './settings-text.ts'

const QUALITIES = [0.9, 0.75, 0.6, 0.45]

interface PhotoFieldProps {
  photo: string | null
  name: string
  onChange: (photo: string | null) => void
}

/** The picture of a store; a chosen one is sent at once, made small before that. */
export function PhotoField({ photo, name, onChange }: PhotoFieldProps) {
  const t = useWords(text)
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const choose = async (file: File | null) => {
    if (!file) return
    setBusy(true)
    setRefusal(undefined)
    try {
      const small = await smallPhoto(file).catch(() => undefined)
      if (!small) return setRefusal(t.photoUnread)
      onChange((await upload(stores.photo, small)).photo)
      await refresh(stores.get)
    } catch (error) {
      if (isApiError(error)) setRefusal(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.photoField}>
      <StorePhoto photo={photo} name={name} />
      <div>
        <div className={styles.buttons}>
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} loading={busy}>
                {t.photoChoose}
              </Button>
            )}
          </FileButton>
          {photo && (
            <Button disabled={busy} onClick={() => onChange(null)}>
              {t.photoRemove}
            </Button>
          )}
        </div>
        <p>{t.photoNote}</p>
        <FormNote message={refusal} />
      </div>
    </div>
  )
}

/** A picture as small as a store's photo has to be, drawn by the browser. Throws where the browser can't read it. */
async function smallPhoto(file: File): Promise<File> {
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
