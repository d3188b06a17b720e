import { Button, FileButton } from '@mantine/core'
import { richMenuSizes } from '@ruam/contract/channels/rich-menu.ts'
import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import rich from '../../broadcasts/rich/Rich.module.css'
import { upload } from '../../data/api.ts'
import { formatBytes } from '../../data/format-size.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { useMayCall } from '../../ui/may.ts'
import type { MenuDraft, MenuFault } from './menu.ts'
import { menuEditText } from './menu-edit-text.ts'
import { useFaultWord } from './use-menu-missing.ts'

interface MenuPictureProps {
  draft: MenuDraft
  faults: readonly MenuFault[]
  onUploaded: (picture: NonNullable<MenuDraft['picture']>) => void
}

/** The size of the picture, and the choice of another one, which is uploaded at once. */
export function MenuPicture({ draft: { picture }, faults, onUploaded }: MenuPictureProps) {
  const e = useWords(menuEditText)
  const wordAt = useFaultWord()
  const may = useMayCall(richMenus.uploadPicture)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const error = wordAt(faults, 'picture')
  async function choose(chosen: File | null) {
    if (!chosen) return
    setBusy(true)
    setRefusal(undefined)
    try {
      onUploaded(await upload(richMenus.uploadPicture, chosen))
    } catch (caught) {
      if (!isApiError(caught)) throw caught
      setRefusal(caught.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className={rich.top}>
        <span>
          {picture === null ? e.noPicture : <strong>{picture.fileName}</strong>}{' '}
          {picture && (
            <span className={rich.quiet}>
              {e.size(richMenuSizes[picture.size])} · {formatBytes(picture.bytes)}
            </span>
          )}
        </span>
        {may && (
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={(chosen) => void choose(chosen)}>
            {(props) => (
              <Button {...props} data-path="picture" leftSection={<IconPhoto size={16} stroke={1.6} />} loading={busy}>
                {picture ? e.other : e.choose}
              </Button>
            )}
          </FileButton>
        )}
      </div>
      {!picture && <p className={rich.quiet}>{e.pictureHint}</p>}
      {error && !refusal && <p className={rich.fault}>{error}</p>}
      <FormNote message={refusal} />
    </>
  )
}
