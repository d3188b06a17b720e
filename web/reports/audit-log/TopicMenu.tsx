import { Button, Popover } from '@mantine/core'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { type AuditTopic, auditTopicGroups } from '@ruam/contract/reports/audit-topics.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import ticks from '../../ui/TickBox.module.css'
import styles from './AuditLog.module.css'
import type { AuditView } from './audit-view.ts'
import { text, topicGroupWords, topicWords } from './text.ts'

const groups = Object.entries(auditTopicGroups) as [keyof typeof auditTopicGroups, readonly AuditTopic[]][]

/** Choice of topics, each with the number of its acts in the chosen days. */
export function TopicMenu({ audit }: { audit: AuditView }) {
  const t = useWords(text)
  const words = useWords(topicWords)
  const groupWords = useWords(topicGroupWords)
  const [open, setOpen] = useState(false)
  const { topics, narrowed, filter } = audit
  const read = useRead(auditLog.topics, { query: narrowed as never }, { enabled: open })
  const counts = new Map(read.data?.data.map((one) => [one.topic, one]))
  const toggle = (topic: AuditTopic) => {
    const next = topics.includes(topic) ? topics.filter((one) => one !== topic) : [...topics, topic]
    filter({ topics: next.join(',') || undefined })
  }
  const countOf = (topic: AuditTopic) => {
    const found = counts.get(topic)
    return found ? `${formatNumber(found.count)}${found.capped ? '+' : ''}` : ''
  }
  const [first] = topics
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          size="sm"
          className={styles.topic}
          justify="space-between"
          rightSection={<IconChevronDown size={16} stroke={1.6} />}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {topics.length === 0 ? t.anyTopic : topics.length === 1 ? words[first!] : t.topics({ count: topics.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.topicMenu} aria-label={t.topic}>
        {groups.map(([group, own]) => (
          <fieldset key={group}>
            <legend>{groupWords[group]}</legend>
            {own.map((topic) => (
              <label key={topic}>
                <input
                  type="checkbox"
                  className={ticks.tick}
                  checked={topics.includes(topic)}
                  onChange={() => toggle(topic)}
                />
                <span>{words[topic]}</span>
                <span className={styles.topicCount}>{countOf(topic)}</span>
              </label>
            ))}
          </fieldset>
        ))}
        <div className={styles.topicFoot}>
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={topics.length === 0}
            onClick={() => filter({ topics: undefined })}
          >
            {t.clearTopics}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
