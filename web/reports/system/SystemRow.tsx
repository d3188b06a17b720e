import { Button } from '@mantine/core'
import { system } from '@ruam/contract/reports/system.ts'
import type { SystemLine } from '@ruam/contract/reports/system-text.ts'
import {
  IconAlertTriangle,
  IconBrandLine,
  IconCertificate,
  IconChevronDown,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconDatabase,
  IconDeviceFloppy,
  IconHelpCircle,
  IconHistory,
  IconListCheck,
  IconMail,
  IconVersions,
} from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import styles from './System.module.css'
import { text } from './text.ts'

const icons: Record<SystemLine['part'], typeof IconMail> = {
  certificate: IconCertificate,
  disk: IconDeviceFloppy,
  backup: IconHistory,
  database: IconDatabase,
  jobs: IconListCheck,
  line: IconBrandLine,
  mail: IconMail,
  version: IconVersions,
}
const stateIcons: Record<SystemLine['state'], typeof IconMail> = {
  broken: IconCircleX,
  now: IconAlertTriangle,
  soon: IconAlertTriangle,
  unknown: IconHelpCircle,
  off: IconCircleDashed,
  fine: IconCircleCheck,
}

interface SystemRowProps {
  line: SystemLine
  /** True if the address of the administrator is known; without one the text is copied. */
  mails: boolean
  open: boolean
  onToggle: () => void
  onCopy: () => void
  /** In place of the facts. */
  children: ReactNode
}

/** A part of the system with its state, the one thing to do, and folded facts. */
export function SystemRow({ line, mails, open, onToggle, onCopy, children }: SystemRowProps) {
  const t = useWords(text)
  const id = useId()
  const { part, state, title, word, summary, facts } = line
  const [Icon, StateIcon] = [icons[part], stateIcons[state]]
  return (
    <li className={styles.line} data-open={open || undefined}>
      <div className={styles.row}>
        <Icon size={18} stroke={1.6} />
        <h3>{title}</h3>
        <span className={styles.state} data-state={state}>
          <StateIcon size={16} stroke={1.8} />
          {word}
        </span>
        <p>{summary}</p>
        <Action line={line} mails={mails} onToggle={onToggle} onCopy={onCopy} />
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-controls={id}
          aria-label={t.details({ title })}
          onClick={onToggle}
        >
          <IconChevronDown size={18} stroke={1.6} />
        </button>
      </div>
      <div id={id} hidden={!open} className={styles.facts}>
        {children}
        {facts.length > 0 ? (
          !children && (
            <dl>
              {facts.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )
        ) : (
          <p>{t.noDetails}</p>
        )}
      </div>
    </li>
  )
}

/** The one thing to do about a part, if any. */
function Action({
  line: { part, state },
  mails,
  onToggle,
  onCopy,
}: Pick<SystemRowProps, 'line' | 'mails' | 'onToggle' | 'onCopy'>) {
  const t = useWords(text)
  const send = useWrite(system.send)
  const seesLine = useMayOpen('setting-line-oa')
  if (state === 'fine' || state === 'unknown') return null
  if (part === 'line')
    return seesLine ? (
      <RouteLink to="setting-line-oa" className={styles.way}>
        {t.line}
      </RouteLink>
    ) : null
  if (state === 'off') return null
  const urgent = state !== 'soon'
  if (part === 'disk' && !urgent) return <Button onClick={onToggle}>{t.space}</Button>
  const words = { sent: t.sent, sent_before: t.sentBefore, no_address: t.noAddress }
  return (
    <Button
      variant={urgent ? 'filled' : 'default'}
      leftSection={mails && <IconMail size={16} stroke={1.6} />}
      loading={send.isPending}
      onClick={() =>
        mails ? send.mutate({}, { onSuccess: ({ result }) => alerts.success(words[result], { id: 'sent' }) }) : onCopy()
      }
    >
      {mails ? t.send : t.copyOne}
    </Button>
  )
}
