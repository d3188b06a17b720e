import { Button } from '@mantine/core'
import { consents } from '@ruam/contract/customers/consents.ts'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useMayCall } from '../../../ui/may.ts'
import { ConsentBadge } from '../../consents/ConsentBadge.tsx'
import { type Consent, consentNow } from '../../consents/said.ts'
import { text } from '../../consents/text.ts'
import styles from './ProfileDetail.module.css'

const loadConsent = () => import('../../consents/ConsentDialog.tsx')
const loadPurpose = () => import('../../consents/PurposeDialog.tsx')
const ConsentDialog = lazyPart(loadConsent)
const PurposeDialog = lazyPart(loadPurpose)

type Open = { show: 'consent' | 'purpose'; id?: number }

/** Consent of a customer to each purpose. */
export default function Consents({ profileId }: { profileId: number }) {
  const t = useWords(text)
  const mayMake = useMayCall(consents.createPurpose)
  const [open, setOpen] = useState<Open>()
  const read = useRead(consents.ofProfile, { query: { profileId, offset: 0, limit: 0 } }, { staleTime: 0 })
  // Placeholder data belongs to another customer.
  const list = read.isPlaceholderData ? undefined : read.data?.data
  if (!list) return read.error ? <p className={styles.none}>{read.error.message}</p> : <span className={styles.bone} />
  const chosen = list.find(({ purpose }) => purpose.id === open?.id)
  const close = () => setOpen(undefined)
  return (
    <>
      {list.length === 0 && <p className={styles.none}>{t.noPurposes}</p>}
      <dl>
        {list.map((consent) => {
          const { id } = consent.purpose
          return <Line key={id} consent={consent} onOpen={() => setOpen({ show: 'consent', id })} />
        })}
      </dl>
      {mayMake && (
        <button
          type="button"
          className={`${styles.addLabel} ${styles.addPurpose}`}
          data-paperless
          onPointerEnter={() => void loadPurpose()}
          onClick={() => setOpen({ show: 'purpose' })}
        >
          <IconPlus size={14} stroke={1.6} />
          {t.newPurpose}
        </button>
      )}
      <Suspense>
        {open?.show === 'consent' && chosen && (
          <ConsentDialog
            profileId={profileId}
            consent={chosen}
            onEdit={() => setOpen({ ...open, show: 'purpose' })}
            onClose={close}
          />
        )}
        {open?.show === 'purpose' && <PurposeDialog purpose={chosen?.purpose} onClose={close} />}
      </Suspense>
    </>
  )
}

function Line({ consent, onOpen }: { consent: Consent; onOpen: () => void }) {
  const t = useWords(text)
  const format = useFormat()
  const mayRecord = useMayCall(consents.record)
  const { purpose, state, since, source, entries } = consent
  const word = !mayRecord ? 'history' : state === 'unknown' ? 'record' : 'change'
  return (
    <div className={styles.line}>
      <dt>{purpose.name}</dt>
      <dd>
        <span className={styles.said}>
          <ConsentBadge said={consentNow(consent)} />
          {since && (
            <small className={styles.since}>
              {format.date(since)} · {source?.name ?? t.somebody}
            </small>
          )}
        </span>
        {(mayRecord || entries.length > 0) && (
          <Button
            variant="subtle"
            className={styles.say}
            aria-label={t[`${word}Of`]({ name: purpose.name })}
            onPointerEnter={() => void loadConsent()}
            onFocus={() => void loadConsent()}
            onClick={onOpen}
          >
            {t[word]}
          </Button>
        )}
      </dd>
    </div>
  )
}
