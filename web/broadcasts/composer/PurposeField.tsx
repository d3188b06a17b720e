import { Button, NativeSelect } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { text as purposeText } from '../../customers/consents/text.ts'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useLackedRights } from '../../ui/may.ts'
import styles from '../Composer.module.css'
import { faultWordAt } from '../faults.ts'
import { text } from '../text.ts'
import { usePurposes } from '../use-choices.ts'
import type { Draft } from '../use-draft.ts'
import checklist from './Checklist.module.css'
import { MissingChoice } from './MissingChoice.tsx'

const loadPurpose = () => import('../../customers/consents/PurposeDialog.tsx')
const PurposeDialog = lazyPart(loadPurpose)

interface PurposeFieldProps {
  draft: Pick<Draft, 'purposeId'>
  faults: readonly Fault[]
  readOnly: boolean
  /** Saves the broadcast, which the owners are asked for. Without one they are not asked. */
  onSave?: () => Promise<number | undefined>
  onChange: (parts: Partial<Draft>) => void
}

/** The purpose that customers consented to. A store without one adds it in a panel at the side. */
export function PurposeField({ draft, faults, readOnly, onSave, onChange }: PurposeFieldProps) {
  const t = useWords(text)
  const p = useWords(purposeText)
  const purposes = usePurposes().data
  const [isAdding, setAdding] = useState(false)
  const lacked = { read: useLackedRights(consents.purposes), create: useLackedRights(consents.createPurpose) }
  return (
    <>
      {purposes?.length === 0 ? (
        <MissingChoice
          title={lacked.read.length > 0 ? t.purposesHidden : p.noPurposesTitle}
          text={t.noPurposeText}
          kind="purpose"
          isLacking={lacked.read.length + lacked.create.length > 0}
          {...(onSave && { onSave })}
          action={
            !readOnly && (
              <Button
                variant="filled"
                leftSection={<IconPlus size={16} stroke={1.6} />}
                onPointerEnter={() => void loadPurpose()}
                onClick={() => setAdding(true)}
              >
                {p.newPurpose}
              </Button>
            )
          }
        />
      ) : (
        <div className={checklist.row}>
          <span aria-hidden>{t.purpose}</span>
          <div>
            <NativeSelect
              className={styles.choice}
              aria-label={t.purpose}
              name="purpose_id"
              value={draft.purposeId ?? ''}
              error={faultWordAt(t, faults, 'purpose_id')}
              data={[
                { value: '', label: t.choosePurpose },
                ...(purposes ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={(event) => onChange({ purposeId: Number(event.currentTarget.value) || null })}
            />
          </div>
        </div>
      )}
      {isAdding && (
        <Suspense>
          <PurposeDialog
            side
            isFirst
            onClose={() => setAdding(false)}
            onMade={({ id }) => {
              setAdding(false)
              onChange({ purposeId: id })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
