import { Button, FileButton } from '@mantine/core'
import { stores } from '@ruam/contract/access/stores.ts'
import { useState } from 'react'
import { upload, useRefresh } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import styles from './Settings.module.css'
import { StorePhoto } from './StorePhoto.tsx'
import { text } from './settings-text.ts'
import { smallPhoto } from './small-photo.ts'

interface PhotoFieldProps {
  photo: string | null
  name: string
  disabled: boolean
  onChange: (photo: string | null) => void
}

/** The picture of a store; a chosen one is sent at once, made small before that. */
export function PhotoField({ photo, name, disabled, onChange }: PhotoFieldProps) {
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
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            disabled={disabled}
            onChange={(file) => void choose(file)}
          >
            {(props) => (
              <Button {...props} loading={busy} disabled={disabled}>
                {t.photoChoose}
              </Button>
            )}
          </FileButton>
          {photo && (
            <Button disabled={disabled || busy} onClick={() => onChange(null)}>
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
