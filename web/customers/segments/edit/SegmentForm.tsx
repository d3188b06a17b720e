import { Button, Switch, Textarea } from '@mantine/core'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { CheckedInput } from '../../../ui/CheckedInput.tsx'
import { FormFoot } from '../../../ui/FormFoot.tsx'
import { FormNote } from '../../../ui/FormNote.tsx'
import { submit } from '../../../ui/form.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { StaleNote } from '../../../ui/StaleNote.tsx'
import { ColorChoice } from '../../labels/ColorChoice.tsx'
import { labelText } from '../../labels/text.ts'
import { plainOf } from '../../rules/draft.ts'
import { RuleBuilder } from '../../rules/RuleBuilder.tsx'
import { segmentText } from '../segment-text.ts'
import { BeforeFields } from './BeforeFields.tsx'
import { SegmentChange } from './Change.tsx'
import { EstimateSide } from './EstimateSide.tsx'
import styles from './SegmentForm.module.css'
import { text } from './text.ts'
import { type SegmentFormProps, useSegmentForm } from './use-segment-form.ts'

/** A label or a segment: its name, its rule, and the number of matches. */
export function SegmentForm(props: SegmentFormProps) {
  const { segment, onCancel } = props
  const t = useWords(text)
  const s = useWords(segmentText)
  const l = useWords(labelText)
  const c = useWords(common)
  const { advanced, hidden, options, record, form, newer, check, ...rule } = useSegmentForm(props)
  const cancel = onCancel ? (
    <Button size="md" onClick={() => void record.close()}>
      {c.cancel}
    </Button>
  ) : (
    <Button
      size="md"
      component={RouteLink}
      {...(segment
        ? { to: 'segmentation-detail' as const, params: { labelId: segment.id } }
        : { to: 'segmentation-list' as const })}
    >
      {c.cancel}
    </Button>
  )
  return (
    <form className={styles.form} noValidate aria-label={t.form} onSubmit={submit(form, record.save, { name: check })}>
      <div className={styles.split}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className={styles.scroll} aria-label={t.fields} tabIndex={0}>
          <div className={styles.head}>
            <FormNote kind="info" message={hidden ? t.ruleHidden : undefined} />
            <StaleNote stale={record.stale} conflicts={newer} />
            <div className={`${styles.inputs} ruam-steady`}>
              <CheckedInput
                {...form.getInputProps('name')}
                check={check}
                taken={advanced ? t.nameTaken : undefined}
                label={advanced ? t.name : l.name}
                required
              />
              {advanced && (
                <Switch
                  className={styles.auto}
                  label={s.autoApply}
                  disabled={hidden}
                  {...form.getInputProps('autoApply', { type: 'checkbox' })}
                />
              )}
            </div>
            <div className={`${styles.inputs} ruam-steady`}>
              <Textarea {...form.getInputProps('description')} label={t.description} minRows={1} maxRows={4} />
              <ColorChoice value={form.values.color} onChange={(color) => form.setFieldValue('color', color)} />
            </div>
          </div>
          {advanced && !hidden && (
            <div className={styles.rule}>
              <BeforeFields
                value={rule.filter}
                options={options}
                onChange={(next) => form.setFieldValue('filter', next)}
              />
              <RuleBuilder
                value={rule.draft}
                options={options}
                counts={rule.counts}
                holes={form.errors.target ? rule.sent.holes : undefined}
                faults={rule.faults.shown}
                onChange={(next) => {
                  rule.setDraft(next)
                  form.setFieldValue('target', plainOf(next))
                }}
              />
            </div>
          )}
        </section>
        <aside className={styles.side} aria-label={t.numbers}>
          {advanced && !hidden && (
            <EstimateSide
              estimate={rule.estimate}
              rule={rule.counted}
              partial={rule.sent.holes.size > 0}
              options={options}
            />
          )}
        </aside>
        <FormFoot
          message={record.refusal ?? (form.errors.target as string | undefined)}
          busy={record.saving}
          className={styles.foot}
        >
          {advanced && !hidden && rule.counted && rule.estimate.data && (
            <div className={styles.footCount} data-old={rule.estimate.old || undefined}>
              <strong>{s.count({ count: rule.estimate.data.count })}</strong>
              <SegmentChange change={rule.estimate.data.change} old={rule.estimate.old} />
            </div>
          )}
          {cancel}
          <Button size="md" type="submit" variant="filled" loading={record.saving}>
            {c.save}
          </Button>
        </FormFoot>
      </div>
    </form>
  )
}
