import { Button, Textarea } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { flexLimits } from '@ruam/contract/broadcasts/flex-values.ts'
import { IconCopy, IconPlus, IconTemplate, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../data/text.ts'
import { Fold } from '../../ui/Fold.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import styles from './FlexEditor.module.css'
import { FlexFaults } from './FlexFaults.tsx'
import { FlexFieldRow } from './FlexFieldRow.tsx'
import { faultWords } from './fault-words.ts'
import { bubblesIn, type FlexField, fieldsOf, placeOf, readFlex, withCardAfter, withoutCard } from './fields.ts'
import type { Part } from './parts.ts'
import { flexText } from './text.ts'

const TemplateDialog = lazyPart(() => import('./TemplateDialog.tsx'))

const icon = { size: 16, stroke: 1.6 }

interface FlexEditorProps {
  /** LINE's JSON. */
  contents: string
  /** Path of the JSON among the fields of the draft. */
  name: string
  faults: readonly Fault[]
  onChange: (contents: string) => void
}

/** Writes the cards of a flex message by their texts, pictures and links; its JSON is folded. */
export function FlexEditor({ contents, name, faults, onChange }: FlexEditorProps) {
  const t = useWords(flexText)
  const [choosing, setChoosing] = useState(false)
  const whole = readFlex(contents)
  const cards = whole ? bubblesIn(whole).map(({ bubble, path }) => fieldsOf(bubble, path)) : []
  const shown = new Set(cards.flatMap(placesOf))
  const placed = faults
    .filter(({ path }) => path === name || path.startsWith(`${name}.`))
    .map((fault) => ({ ...fault, place: fault.path.slice(name.length + 1) }))
  const others = placed.filter(({ place }) => !shown.has(place))
  const faultAt = (place: string, isPicture = false) => {
    const fault = placed.find((one) => one.place === place)
    return fault && (isPicture && fault.reason === 'missing' ? t.missingPicture : faultWords(t, fault))
  }
  const put = (next: Part) => onChange(JSON.stringify(next, null, 2))
  return (
    <div className={styles.editor}>
      <div>
        <Button leftSection={<IconTemplate {...icon} />} data-path={name} onClick={() => setChoosing(true)}>
          {contents ? t.other : t.choose}
        </Button>
      </div>
      {cards.map((fields, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other key than their place
        <section key={index} className={styles.card} aria-label={t.card({ place: index + 1 })}>
          {cards.length > 1 && (
            <header>
              <strong>{t.card({ place: index + 1 })}</strong>
              <Button
                variant="subtle"
                aria-label={t.copyCard({ place: index + 1 })}
                onClick={() => put(withCardAfter(whole!, index))}
              >
                <IconCopy {...icon} />
              </Button>
              <Button
                variant="subtle"
                aria-label={t.removeCard({ place: index + 1 })}
                onClick={() => put(withoutCard(whole!, index))}
              >
                <IconTrash {...icon} />
              </Button>
            </header>
          )}
          {fields.map((field) => (
            <FlexFieldRow
              key={`${field.kind}${placeOf(field.path)}`}
              {...{ field, name, faultAt }}
              whole={whole!}
              onChange={put}
            />
          ))}
        </section>
      ))}
      {cards.length > 0 && cards.length < flexLimits.bubbles && (
        <div>
          <Button
            size="sm"
            leftSection={<IconPlus {...icon} />}
            onClick={() => put(withCardAfter(whole!, cards.length - 1))}
          >
            {t.addCard}
          </Button>
        </div>
      )}
      <Fold label={t.json} hint={t.jsonHint} held={others.length > 0 && contents !== ''}>
        <Textarea
          aria-label={t.json}
          autosize
          minRows={5}
          maxRows={16}
          spellCheck={false}
          classNames={{ input: styles.code! }}
          name={name}
          value={contents}
          error={others.length > 0 && <FlexFaults faults={others} />}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </Fold>
      {choosing && (
        <TemplateDialog
          replaces={contents !== ''}
          onChoose={(chosen) => {
            put(chosen)
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

const placesOf = (fields: readonly FlexField[]): string[] =>
  fields.flatMap((field) => (field.kind === 'rows' ? field.rows.flatMap(placesOf) : [placeOf(field.path)]))
