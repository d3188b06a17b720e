import { Button, FileButton } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { media } from '@ruam/contract/broadcasts/media.ts'
import { IconPhoto } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { upload } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { faultWordAt } from '../faults.ts'
import type { Rich } from '../messages/rich-message.ts'
import { richText } from '../rich-text.ts'
import { text } from '../text.ts'
import styles from './Rich.module.css'

interface RichPictureProps {
  message: Rich
  place: number
  faults: readonly Fault[]
  onUploaded: (picture: Pick<Rich, 'name' | 'height'>) => void
  /** Notes about the picture. */
  children: ReactNode
}

/** The size of the picture, and the choice of another one, which is uploaded at once. */
export function RichPicture({ message, place, faults, onUploaded, children }: RichPictureProps) {
  const r = useWords(richText)
  const t = useWords(text)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const error = faultWordAt(t, faults, `messages.${place}.name`)
  async function choose(file: File | null) {
    if (!file) return
    setBusy(true)
    setRefusal(undefined)
    try {
      onUploaded(await upload(media.uploadRich, file))
    } catch (caught) {
      if (!isApiError(caught)) throw caught
      setRefusal(caught.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className={styles.top}>
        <span>{message.height === null ? r.noPicture : r.size({ height: message.height })}</span>
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} leftSection={<IconPhoto size={16} stroke={1.6} />} loading={busy}>
              {message.name ? r.other : r.choose}
            </Button>
          )}
        </FileButton>
      </div>
      {!message.name && <p className={styles.quiet}>{r.pictureHint}</p>}
      {error && !refusal && <p className={styles.fault}>{error}</p>}
      <FormNote message={refusal} />
      {children}
    </>
  )
}
