import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { usePhone } from '../../../ui/use-phone.ts'
import { useCalled } from '../../profiles/use-called.ts'
import { useProfiles } from '../../profiles/use-profiles.ts'
import { Why } from '../why/Why.tsx'
import styles from './SegmentDetail.module.css'
import { text } from './text.ts'

/** A customer whose reason is asked for. */
export interface Asked {
  id: number
  name: string
}

const TYPING_MS = 300
const MOST = 5

interface WhySideProps {
  labelId: number
  asked: Asked | undefined
  onAsk: (asked: Asked | undefined) => void
}

/** Beside the members: why one of them is in, or why somebody else is not. */
export function WhySide({ labelId, asked, onAsk }: WhySideProps) {
  const t = useWords(text)
  const c = useWords(common)
  const panel = useRef<HTMLElement>(null)
  const phone = usePhone()
  // There it stands below the list.
  useEffect(() => {
    if (asked && phone) panel.current?.scrollIntoView({ block: 'start' })
  }, [asked, phone])
  return (
    <aside ref={panel} className={styles.why} aria-label={t.why}>
      {asked ? (
        <div className={styles.whyBody}>
          <CloseButton className={styles.close} size={28} aria-label={c.close} onClick={() => onAsk(undefined)} />
          <Why key={asked.id} labelId={labelId} profileId={asked.id} name={asked.name} />
        </div>
      ) : (
        <p className={styles.quiet}>{t.chooseReason}</p>
      )}
      <Others onAsk={onAsk} />
    </aside>
  )
}

function Others({ onAsk }: { onAsk: (asked: Asked) => void }) {
  const t = useWords(text)
  const called = useCalled()
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed.trim(), TYPING_MS)
  const read = useProfiles({ limit: MOST, filter: { keyword } }, { enabled: keyword !== '' })
  const found = keyword && typed.trim() ? read.data?.data : undefined
  return (
    <div className={styles.others}>
      <TextInput
        size="sm"
        type="search"
        label={t.checkOther}
        placeholder={t.checkSearch}
        leftSection={<IconSearch size={16} stroke={1.6} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found && (
        <ul>
          {found.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                onClick={() => {
                  onAsk({ id: row.id, name: called(row) })
                  setTyped('')
                }}
              >
                {called(row)}
              </button>
            </li>
          ))}
          {found.length === 0 && <li className={styles.quiet}>{t.nobodyFound}</li>}
        </ul>
      )}
    </div>
  )
}
