import { Button } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { IconCalendarTime, IconSend } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { AccountRow } from '../../channels/accounts/account-row.ts'
import { useWords } from '../../data/text.ts'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { usePhone } from '../../ui/use-phone.ts'
import type { Cost, Usage } from '../cost.ts'
import type { MissingThing } from '../parts.ts'
import { text } from '../text.ts'
import { toAllText } from '../to-all/to-all-text.ts'
import type { useDraft } from '../use-draft.ts'
import styles from './Checklist.module.css'
import { MissingLinks } from './ComposerPart.tsx'
import { composeText } from './compose-text.ts'
import { FootFigures } from './FootFigures.tsx'
import { useSending } from './use-sending.ts'

const TestersDialog = lazyPart(() => import('./TestersDialog.tsx'))

/** Links to missing things in the foot; the rest is counted. */
const MAX_LINKS = 3

interface ComposerFootProps {
  edit: ReturnType<typeof useDraft>
  /** The account that sends. */
  account: AccountRow | undefined
  people: number
  heldOut: number
  /** Friends who withdrew and get it too; undefined unless LINE sends to everyone. */
  withdrawn: number | undefined
  usage: Usage | undefined
  cost: Cost | undefined
  missing: readonly MissingThing[]
  /** The person may not change it. */
  readOnly: boolean
  onSeek: (path: string) => void
}

/** Below the composer: what sending takes, what is missing, and the buttons. */
export function ComposerFoot(props: ComposerFootProps) {
  const { edit, account, people, heldOut, withdrawn, usage, cost, missing, readOnly, onSeek } = props
  const t = useWords(text)
  const c = useWords(composeText)
  const a = useWords(toAllText)
  const phone = usePhone()
  const { draft, isDirty, saving, error } = edit
  const sending = useSending({ edit, people, withdrawn, usage, cost })
  const may = { test: useMayCall(broadcasts.test) && !readOnly, send: useMayCall(broadcasts.pause) && !readOnly }
  const isLacking = missing.length > 0
  // A test needs no recipients and no time.
  const isTestable = !missing.some(({ isFault }) => isFault)
  const SendIcon = sending.isLater ? IconCalendarTime : IconSend
  return (
    <section className={styles.foot} aria-label={c.foot}>
      <FootFigures id={edit.base.id} draft={draft} people={people} heldOut={heldOut} usage={usage} cost={cost}>
        {isLacking && !readOnly && !phone && (
          <div className={styles.lacks}>
            {c.missing({ count: missing.length })}
            <div className={styles.missing}>
              <MissingLinks missing={missing.slice(0, MAX_LINKS)} onSeek={onSeek} />
            </div>
          </div>
        )}
      </FootFigures>
      <FormFoot message={readOnly ? undefined : error} busy={saving} className={styles.buttons}>
        {may.test && (
          <Button
            leftSection={<IconSend size={16} stroke={1.6} />}
            disabled={!isTestable}
            loading={sending.isTesting}
            onClick={() => void sending.sendTest()}
          >
            {t.sendTest}
          </Button>
        )}
        {may.send && phone && isLacking && (
          <Button variant="filled" onClick={() => onSeek(missing[0]!.path)}>
            {c.fixMissing({ count: missing.length })}
          </Button>
        )}
        {may.send && !(phone && isLacking) && (
          <Button
            variant="filled"
            leftSection={<SendIcon size={16} stroke={1.6} />}
            disabled={isLacking || people === 0}
            loading={saving && !isDirty}
            onClick={() => void sending.send()}
          >
            {isToAll(draft.target)
              ? a.sendTo({ count: people })
              : sending.isLater
                ? t.scheduleTo({ count: people })
                : t.sendTo({ count: people })}
          </Button>
        )}
      </FormFoot>
      {sending.needsTesters && (
        <Suspense>
          <TestersDialog
            account={account}
            onClose={sending.closeTesters}
            onSaved={() => {
              sending.closeTesters()
              void sending.sendTest()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
