import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { LabelsValue } from '../../rules/LabelsValue.tsx'
import type { RuleOptions } from '../../rules/use-rule-options.ts'
import { Ends } from '../../rules/ValueInput.tsx'
import styles from './SegmentForm.module.css'
import { type Before, noFilter } from './segment-rule.ts'
import { text } from './text.ts'

interface BeforeFieldsProps {
  value: Before
  options: RuleOptions
  onChange: (value: Before) => void
}

/** Filters before the groups: creation time, and labels of which one is needed. */
export function BeforeFields({ value, options, onChange }: BeforeFieldsProps) {
  const t = useWords(text)
  const { profileCreatedAt, referenceLabelIds } = value
  const [open, setOpen] = useState(profileCreatedAt !== null || referenceLabelIds.length > 0)
  if (!open)
    return (
      <Button
        variant="subtle"
        color="var(--ruam-text-2)"
        className={styles.addBefore}
        leftSection={<IconPlus size={16} stroke={1.6} />}
        onClick={() => setOpen(true)}
      >
        {t.addBefore}
      </Button>
    )
  return (
    <div className={styles.before}>
      <span>{t.before}</span>
      <Ends
        type="day"
        title={t.days}
        value={{ from: profileCreatedAt?.from ?? undefined, to: profileCreatedAt?.to ?? undefined }}
        onChange={({ from, to }) =>
          onChange({
            ...value,
            profileCreatedAt:
              from === undefined && to === undefined
                ? null
                : { from: (from as string | undefined) ?? null, to: (to as string | undefined) ?? null },
          })
        }
      />
      <span>{t.carry}</span>
      <LabelsValue
        label={t.carryLabels}
        labels={options.labels}
        value={referenceLabelIds}
        onChange={(ids) => onChange({ ...value, referenceLabelIds: ids })}
      />
      <Button
        variant="subtle"
        color="var(--ruam-text-2)"
        onClick={() => {
          setOpen(false)
          onChange(noFilter)
        }}
      >
        {t.dropBefore}
      </Button>
    </div>
  )
}
