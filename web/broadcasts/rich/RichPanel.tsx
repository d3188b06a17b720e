import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { imagemapLimits } from '@ruam/contract/broadcasts/imagemap.ts'
import { isTrackable } from '@ruam/contract/broadcasts/links-in.ts'
import { IconTrash } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import areasStyles from '../../ui/areas/Areas.module.css'
import { areaText } from '../../ui/areas/area-text.ts'
import { letterOf } from '../../ui/areas/areas.ts'
import type { Broadcast } from '../broadcast.ts'
import { faultWordAt } from '../faults.ts'
import type { Rich, RichArea } from '../messages/rich-message.ts'
import { richText } from '../rich-text.ts'
import { text } from '../text.ts'
import styles from './Rich.module.css'
import { RichCoupon } from './RichCoupon.tsx'

const kinds = ['uri', 'coupon', 'message', 'none'] as const

interface RichPanelProps {
  message: Rich
  place: number
  faults: readonly Fault[]
  selected: number
  channel: Broadcast['channel']
  /** True if clicks on links are counted. */
  counts: boolean
  onSelect: (index: number) => void
  onChange: (message: Rich) => void
}

/** The action of each area, and the text in place of the picture. */
export function RichPanel({ message, place, faults, selected, channel, counts, onSelect, onChange }: RichPanelProps) {
  const r = { ...useWords(areaText), ...useWords(richText) }
  const t = useWords(text)
  const { areas, altText } = message
  const pathOf = (field: string) => `messages.${place}.${field}`
  const put = (index: number, change: Partial<RichArea>) =>
    onChange({ ...message, areas: areas.with(index, { ...areas[index]!, ...change }) })
  const missing = faultWordAt(t, faults, pathOf('areas'))
  return (
    <section className={styles.panel} aria-labelledby="rich-areas">
      <h3 id="rich-areas">{r.tapped}</h3>
      {areas.length === 0 && <p className={missing ? styles.fault : styles.quiet}>{missing ?? r.noAreas}</p>}
      {areas.map(({ label, type, value, couponCode = '' }, index) => {
        const letter = letterOf(index)
        const name = pathOf(`areas.${index}.value`)
        const field = {
          name,
          value,
          error: faultWordAt(t, faults, name),
          onChange: (event: { currentTarget: { value: string } }) => put(index, { value: event.currentTarget.value }),
        }
        const fault = faultWordAt(t, faults, pathOf(`areas.${index}`))
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: areas have no other key than their place
            key={index}
            className={styles.does}
            aria-label={r.area({ letter })}
            onFocus={() => onSelect(index)}
          >
            <div>
              <b className={areasStyles.letter} data-selected={index === selected || undefined} aria-hidden="true">
                {letter}
              </b>
              <TextInput
                aria-label={r.labelOf({ letter })}
                placeholder={r.area({ letter })}
                maxLength={imagemapLimits.label}
                name={pathOf(`areas.${index}.label`)}
                value={label}
                onChange={(event) => put(index, { label: event.currentTarget.value })}
              />
              <Button
                variant="subtle"
                aria-label={r.removeOf({ letter })}
                onClick={() => onChange({ ...message, template: null, areas: areas.toSpliced(index, 1) })}
              >
                <IconTrash size={16} stroke={1.6} />
              </Button>
            </div>
            <SegmentedControl
              size="sm"
              aria-label={r.doesOf({ letter })}
              value={type}
              data={kinds.map((kind) => ({ value: kind, label: r[kind] }))}
              onChange={(kind) => put(index, { type: kind as RichArea['type'], value: '', couponCode: undefined })}
            />
            {type === 'uri' && (
              <TextInput
                aria-label={r.uriOf({ letter })}
                placeholder="https://"
                maxLength={imagemapLimits.uri}
                {...field}
              />
            )}
            {type === 'coupon' && (
              <RichCoupon
                code={couponCode}
                title={value}
                channel={channel}
                error={faultWordAt(t, faults, pathOf(`areas.${index}.coupon_code`))}
                onChoose={(chosen) => put(index, chosen)}
              />
            )}
            {type === 'message' && (
              <Textarea
                aria-label={r.messageOf({ letter })}
                autosize
                minRows={1}
                maxRows={4}
                maxLength={imagemapLimits.text}
                {...field}
              />
            )}
            {type === 'uri' && counts && isTrackable(value) && <p className={styles.quiet}>{r.counted}</p>}
            {type === 'message' && <p className={styles.quiet}>{r.sends}</p>}
            {fault && <p className={styles.fault}>{fault}</p>}
          </fieldset>
        )
      })}
      <div className={styles.alt}>
        <TextInput
          label={r.altText}
          name={pathOf('alt_text')}
          maxLength={imagemapLimits.altText}
          value={altText}
          error={faultWordAt(t, faults, pathOf('alt_text'))}
          onChange={(event) => onChange({ ...message, altText: event.currentTarget.value })}
        />
        <p className={styles.quiet}>{r.of({ used: altText.length, most: imagemapLimits.altText })}</p>
      </div>
    </section>
  )
}
