import { Button, FileButton, Input } from '@mantine/core'
import { media } from '@ruam/contract/broadcasts/media.ts'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { upload } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import styles from './FlexEditor.module.css'
import { flexText } from './text.ts'

interface FlexPictureFieldProps {
  label: string
  /** Address of the picture; empty if there is none yet. */
  value: string
  /** Path of the field among the faults. */
  name: string
  error: string | undefined
  onChange: (address: string) => void
  /** Button that takes the picture out of its card. */
  remove: ReactNode
}

/** A picture of a card; a chosen one is uploaded at once. */
export function FlexPictureField({ label, value, name, error, onChange, remove }: FlexPictureFieldProps) {
  const t = useWords(flexText)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  async function choose(file: File | null) {
    if (!file) return
    setBusy(true)
    setRefusal(undefined)
    try {
      // LINE takes pictures of up to 1,024 pixels here: those of the preview.
      const { previewName } = await upload(media.upload, file)
      onChange(`/media/${previewName}`)
    } catch (caught) {
      if (!isApiError(caught)) throw caught
      setRefusal(caught.message)
    } finally {
      setBusy(false)
    }
  }
  const isOwn = value.startsWith('/media/')
  return (
    <Input.Wrapper label={label} error={refusal ?? error} data-path={name}>
      <div className={styles.picture}>
        {isOwn && <img src={value} alt={t.shownPicture} />}
        {value && !isOwn && <span>{URL.canParse(value) ? new URL(value).hostname : value}</span>}
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} size="sm" leftSection={<IconUpload size={16} stroke={1.6} />} loading={busy}>
              {value ? t.otherPicture : t.choosePicture}
            </Button>
          )}
        </FileButton>
        {remove}
      </div>
    </Input.Wrapper>
  )
}
