import { Button, NativeSelect } from '@mantine/core'
import { stickerPackages } from '@ruam/contract/broadcasts/sticker-packages.ts'
import { useState } from 'react'
import { useWords } from '../../data/text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import overlays from '../../ui/overlays.module.css'
import styles from './Sticker.module.css'
import { Sticker } from './Sticker.tsx'
import { stickerText } from './sticker-text.ts'

interface Chosen {
  packageId: string
  stickerId: string
}

interface StickerPickerProps {
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  onClose: () => void
}

/** Several sets have one title: their number tells them apart. */
const setName = ({ id, title }: (typeof stickerPackages)[number]) =>
  stickerPackages.filter((one) => one.title === title).length > 1 ? `${title} · ${id}` : title

/** Stickers that LINE lets accounts send, a set at a time. */
export default function StickerPicker({ chosen: before, onChoose, onClose }: StickerPickerProps) {
  const t = useWords(stickerText)
  const [chosen, setChosen] = useState(before)
  const [setId, showSet] = useState(before.packageId)
  const shown = stickerPackages.find(({ id }) => id === setId) ?? stickerPackages[0]!
  const ids = Array.from({ length: shown.last - shown.first + 1 }, (_, place) => String(shown.first + place))
  return (
    <Dialog opened onClose={onClose} title={t.title} size={560} transitionProps={{ duration: 0 }}>
      <div className={styles.picker}>
        <NativeSelect
          label={t.set}
          value={shown.id}
          data={stickerPackages.map((one) => ({ value: one.id, label: setName(one) }))}
          onChange={(event) => showSet(event.currentTarget.value)}
        />
        <fieldset className={styles.grid} aria-label={setName(shown)}>
          {ids.map((stickerId) => (
            <label key={stickerId}>
              <input
                type="radio"
                name="sticker"
                aria-label={t.one({ id: stickerId })}
                checked={chosen.stickerId === stickerId}
                onChange={() => setChosen({ packageId: shown.id, stickerId })}
              />
              <Sticker id={stickerId} size={64} />
            </label>
          ))}
        </fieldset>
        <div className={`${styles.foot} ${overlays.dialogFoot}`}>
          <Button size="md" variant="filled" disabled={!chosen.stickerId} onClick={() => onChoose(chosen)}>
            {t.use}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
