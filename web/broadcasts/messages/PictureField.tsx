import { Button, FileButton } from '@mantine/core'
import { media } from '@ruam/contract/broadcasts/media.ts'
import { IconUpload } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { type DraftMessage, mediaAddress } from '../broadcast.ts'
import styles from '../Composer.module.css'
import { text } from '../text.ts'
import { useUpload } from './use-upload.ts'

type Picture = Extract<DraftMessage, { type: 'image' }>

interface PictureFieldProps {
  message: Picture
  place: number
  error: string | undefined
  onChange: (message: Picture) => void
}

/** The picture of a message; a chosen one is uploaded at once. */
export function PictureField({ message, place, error, onChange }: PictureFieldProps) {
  const t = useWords(text)
  const { busy, refusal, send } = useUpload()
  async function choose(file: File | null) {
    const stored = file && (await send(media.upload, file))
    if (stored) onChange({ ...message, ...stored })
  }
  return (
    <div className={styles.fields}>
      <div className={styles.picture}>
        {message.previewName && (
          <img src={mediaAddress(message.previewName)} alt={t.pictureSeen({ place: place + 1 })} />
        )}
        <div>
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={16} stroke={1.6} />} loading={busy}>
                {message.name ? t.otherPicture : t.choosePicture}
              </Button>
            )}
          </FileButton>
          <span className={styles.quiet}>{t.pictureHint}</span>
        </div>
      </div>
      {error && !refusal && <p className={styles.fault}>{error}</p>}
      <FormNote message={refusal} />
    </div>
  )
}
