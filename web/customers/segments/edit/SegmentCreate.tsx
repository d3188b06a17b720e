import { Button } from '@mantine/core'
import { IconFilter, IconTag } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { Bones } from '../../../ui/Bones.tsx'
import type { PlainGroup } from '../../rules/draft.ts'
import { readRuleAddress } from '../../rules/rule-address.ts'
import { isVisibleRule } from '../../rules/rule-shape.ts'
import { useRuleOptions } from '../../rules/use-rule-options.ts'
import type { Segment } from '../segment.ts'
import { segmentText } from '../segment-text.ts'
import styles from './SegmentCreate.module.css'
import { SegmentForm } from './SegmentForm.tsx'
import { blankTarget, targetOfRule } from './segment-rule.ts'
import { startersOf } from './starters.ts'
import { text } from './text.ts'

interface Start {
  type: Segment['type']
  start?: { name: string; target: PlainGroup }
}

/** Makes a label or a segment: after asking which, or of the rule that its address holds. */
export function SegmentCreate() {
  const rule = readRuleAddress(useLocation({ select: ({ hash }) => hash }))
  const given = rule && isVisibleRule(rule)
  const [chosen, setChosen] = useState<Start | undefined>(() =>
    given ? { type: 'advanced', start: { name: '', target: targetOfRule(rule) } } : undefined,
  )
  if (!chosen) return <Kinds onChoose={setChosen} />
  return <SegmentForm {...chosen} onCancel={given ? undefined : () => setChosen(undefined)} />
}

const icon = { size: 24, stroke: 1.6 }

function Kinds({ onChoose }: { onChoose: (start: Start) => void }) {
  const t = useWords(text)
  const s = useWords(segmentText)
  const options = useRuleOptions()
  // All at once: those that need activities would push the others away.
  const starters = options.known ? startersOf(options) : []
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.kinds} aria-label={t.whichKind} tabIndex={0}>
      <h2>{t.whichKind}</h2>
      <div className={styles.cards}>
        <button
          type="button"
          onClick={() => onChoose({ type: 'advanced', start: { name: '', target: blankTarget() } })}
        >
          <IconFilter {...icon} />
          <strong>{s.advanced}</strong>
          <span>{t.advancedText}</span>
        </button>
        <button type="button" onClick={() => onChoose({ type: 'general' })}>
          <IconTag {...icon} />
          <strong>{s.general}</strong>
          <span>{t.generalText}</span>
        </button>
      </div>
      <h3>{t.startFrom}</h3>
      {!options.known && <Bones />}
      <div className={styles.starters}>
        {starters.map(({ name, target }) => (
          <Button key={name} onClick={() => onChoose({ type: 'advanced', start: { name: t[name], target } })}>
            {t[name]}
          </Button>
        ))}
      </div>
    </section>
  )
}
