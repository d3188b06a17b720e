import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { automationLimits } from '@ruam/contract/automations/definition.ts'
import { broadcastSettings } from '@ruam/contract/broadcasts/settings.ts'
import { type ReactNode, useId, useState } from 'react'
import { usePurposes, useSendingAccounts } from '../../broadcasts/use-choices.ts'
import { Choice } from '../../customers/rules/Choice.tsx'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { NumberChip } from '../steps/Chip.tsx'
import { allSteps } from '../steps/open-step.ts'
import styles from './Edit.module.css'
import { ExitRow } from './ExitRow.tsx'
import { editText } from './edit-text.ts'
import type { AutomationEdit } from './use-automation-draft.ts'

/** Days between two entries of an automation that customers may enter again. */
const GAP_DAYS = 30
/** Shares that can be held out, in percent. */
const shares = [5, 10, 20] as const

/** The rules that hold for each customer: those of the automation, and those of the store. */
export function RulesColumn({ edit }: { edit: AutomationEdit }) {
  const t = useWords(editText)
  const { base, draft, change } = edit
  const mayRead = useMayCall(broadcastSettings.get)
  const settings = useRead(broadcastSettings.get, {}, { enabled: mayRead }).data
  const accounts = useSendingAccounts().data
  const purposes = usePurposes().data
  const { repeat, holdout } = draft
  const messages = allSteps(draft.steps).filter((step) => step.kind === 'message')
  const consents = [...new Set(messages.map(({ purposeId }) => purposeId))]
    .map((id) => purposes?.find((one) => one.id === id)?.name)
    .filter(Boolean)
  const offered =
    holdout === null || holdout === 0 || shares.some((share) => share === holdout) ? shares : [holdout, ...shares]
  return (
    <section className={styles.rules} aria-label={t.rules}>
      <h2>{t.rules}</h2>
      <dl>
        <Row name={t.entry}>
          <Choice
            label={t.entry}
            value={repeat.kind}
            choices={[
              ['once', t.once],
              ['yearly', t.yearly],
              ['every', t.every],
            ]}
            onChoose={(kind) => change({ repeat: kind === 'every' ? { kind, days: GAP_DAYS } : { kind } })}
          />
          {repeat.kind === 'every' && (
            <span className={styles.gap}>
              {t.gap}
              <NumberChip
                label={t.gapDays}
                value={repeat.days}
                min={0}
                max={automationLimits.days}
                onChange={(days) => change({ repeat: { kind: 'every', days } })}
              />
              {t.days}
            </span>
          )}
        </Row>
        <Row name={t.exit}>
          <ExitRow value={draft.exit} onChange={(exit) => change({ exit })} />
        </Row>
        {messages.length > 0 && accounts && (accounts.length !== 1 || draft.channelId !== accounts[0]!.id) && (
          <Row name={t.account}>
            {accounts.length === 0 ? (
              <RouteLink to="setting-line-oa">{t.connect}</RouteLink>
            ) : (
              <NativeSelect
                size="sm"
                aria-label={t.account}
                name="channel"
                value={draft.channelId ?? ''}
                data={[
                  { value: '', label: t.chooseAccount },
                  ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                onChange={(event) => change({ channelId: Number(event.currentTarget.value) || null })}
              />
            )}
          </Row>
        )}
        <Row name={t.consent} more={consents.length > 0 && t.consentText}>
          {consents.length > 0 ? consents.join(', ') : t.consentNone}
        </Row>
        {settings && (
          <>
            <Row name={t.quiet}>{settings.quietHours ? t.quietHours(settings.quietHours) : t.noQuiet}</Row>
            <Row name={t.cap}>{settings.weeklyCap === null ? t.noCap : t.capText({ count: settings.weeklyCap })}</Row>
          </>
        )}
        <Row name={t.quota}>{t.quotaText({ count: automationLimits.quotaDays })}</Row>
        <Row name={t.files}>
          <Switch
            size="sm"
            label={draft.imports ? t.filesOn : t.filesOff}
            aria-label={`${t.files}: ${t.filesOn}`}
            checked={draft.imports}
            onChange={(event) => change({ imports: event.currentTarget.checked })}
          />
        </Row>
        <Row
          name={t.measure}
          more={
            holdout === null
              ? t.measureAutoText({ share: automationLimits.holdout, count: automationLimits.holdoutFrom })
              : holdout > 0 && t.measureShareText
          }
        >
          <Choice
            label={t.measure}
            value={holdout === null ? 'auto' : String(holdout)}
            choices={[
              ['auto', t.measureAuto],
              ['0', t.measureOff],
              ...offered.map((share) => [String(share), t.measureShare({ share })] as const),
            ]}
            onChoose={(chosen) => change({ holdout: chosen === 'auto' ? null : Number(chosen) })}
          />
        </Row>
        <Row name={t.group} more={draft.group !== null && t.groupHint}>
          <GroupName value={draft.group} onChange={(group) => change({ group })} />
        </Row>
        <Row name={t.approval}>
          {base.approvedBy
            ? t.approvedBy({ name: base.approvedBy.name })
            : base.needsApproval
              ? t.approvalOn
              : t.approvalOff}
        </Row>
      </dl>
    </section>
  )
}

interface RowProps {
  name: string
  more?: string | false
  children: ReactNode
}

function Row({ name, more, children }: RowProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {more && <small>{more}</small>}
      </dd>
    </div>
  )
}

/** The name of a group is kept when its field is left: each letter would be a group. */
function GroupName({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const t = useWords(editText)
  const id = useId()
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      id={id}
      size="sm"
      aria-label={t.group}
      placeholder={t.groupPlaceholder}
      maxLength={60}
      value={typed ?? value ?? ''}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (typed !== undefined) onChange(typed.trim() || null)
        setTyped(undefined)
      }}
    />
  )
}
