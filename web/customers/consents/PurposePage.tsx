import { Button } from '@mantine/core'
import { consentWordings } from '@ruam/contract/customers/consent-wordings.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { IconPencil, IconShieldCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { usePageTitle } from '../../app/page-title.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall, useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { AgeGate } from './AgeGate.tsx'
import { ConsentGrants } from './ConsentGrants.tsx'
import styles from './Purpose.module.css'
import type { WordedPurpose } from './said.ts'
import { WordingDraft } from './WordingDraft.tsx'
import { WordingVersions } from './WordingVersions.tsx'
import { wordingText } from './wording-text.ts'

const PurposeDialog = lazyPart(() => import('./PurposeDialog.tsx'))

/** A purpose of consent: what customers were told, their evidence, and the draft of the next wording. */
export function PurposePage() {
  const { purposeId: id = '' } = useParams({ strict: false }) as { purposeId?: string }
  const valid = /^[1-9]\d{0,8}$/.test(id)
  const read = useRead(consentWordings.purpose, { params: { id } }, { enabled: valid })
  usePageTitle(read.data?.name)
  if (!valid || (read.error?.status === 404 && !read.data)) return <PurposeMissing />
  if (read.data) return <Purpose key={id} purpose={read.data} />
  return read.error ? <Unread read={read} /> : <Bones />
}

function Purpose({ purpose }: { purpose: WordedPurpose }) {
  const t = useWords(wordingText)
  const { formatNumber } = useFormat()
  const mayChange = useMayCall(consents.updatePurpose)
  const maySeeCustomers = useMayCall(consentWordings.grants)
  const [renames, setRenames] = useState(false)
  const { people, versions } = purpose
  const used = versions.find(({ until }) => until === null)
  const counts = (['granted', 'withdrawn', 'unknown', 'under_age'] as const).filter(
    (one) => one !== 'under_age' || purpose.ageGate,
  )
  return (
    <section className={styles.page} aria-label={purpose.name}>
      <dl className={styles.figures}>
        {counts.map((one) => (
          <div key={one}>
            <dt>{t[one]}</dt>
            <dd>
              <strong>{formatNumber(people[one === 'under_age' ? 'underAge' : one])}</strong>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t.usedFor}</dt>
          {used && (
            <dd>
              {used.channels.map((one) => t[one]).join(' · ')} · {t.basis({ basis: t[used.legalBasis] })}
            </dd>
          )}
          <AgeGate />
        </div>
      </dl>
      <div className={styles.parts}>
        <div className={styles.left}>
          <WordingVersions versions={versions} />
          {mayChange && (
            <Button
              variant="subtle"
              size="sm"
              className={styles.rename}
              leftSection={<IconPencil size={16} stroke={1.6} />}
              onClick={() => setRenames(true)}
            >
              {t.rename}
            </Button>
          )}
          {maySeeCustomers && <ConsentGrants id={purpose.id} />}
        </div>
        {mayChange && <WordingDraft key={purpose.draft?.updatedAt ?? ''} purpose={purpose} />}
      </div>
      <Suspense>
        {renames && (
          <PurposeDialog purpose={{ ...purpose, description: used?.textTh ?? '' }} onClose={() => setRenames(false)} />
        )}
      </Suspense>
    </section>
  )
}

function PurposeMissing() {
  const t = useWords(wordingText)
  const mayOpen = useMayOpen('setting-consents')
  const button = mayOpen && (
    <Button component={RouteLink} to="setting-consents">
      {t.toList}
    </Button>
  )
  return <EmptyState icon={IconShieldCheck} title={t.gone} action={button} />
}
