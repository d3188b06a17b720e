import { Suspense, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { CustomerOfPreview, PreviewTarget } from '../messages/use-word-preview.ts'
import styles from './Eyes.module.css'
import { previewText } from './preview-text.ts'

const OwnChoice = lazyPart(() => import('./OwnChoice.tsx'))

interface EyesOfProps {
  people: readonly CustomerOfPreview[]
  chosen: CustomerOfPreview | undefined
  /** The target of the draft and the fields of its words. */
  asked: PreviewTarget
  onChoose: (person: CustomerOfPreview) => void
}

/** Five customers who differ, or one that the person looks up, to see the messages as each of them does. */
export function EyesOf({ people, chosen, asked, onChoose }: EyesOfProps) {
  const t = useWords(previewText)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className={styles.eyes}>
      <p>
        {t.eyesOf}
        <button
          type="button"
          className={styles.own}
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          {t.chooseOwn}
        </button>
      </p>
      {isChoosing && (
        <Suspense>
          <OwnChoice asked={asked} onChoose={onChoose} />
        </Suspense>
      )}
      <fieldset aria-label={t.eyesOf}>
        {people.map((person) => (
          <button
            key={person.id}
            type="button"
            aria-label={person.name || t.noNameOfCustomer}
            data-initials={initialsOf(person.name)}
            aria-pressed={person.id === chosen?.id}
            onClick={() => onChoose(person)}
          >
            {person.name.split(' ')[0] || t.noNameOfCustomer}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

/** Leading vowels of Thai, which no initial is. */
const LEADING = /^[เแโใไ]/

const initialsOf = (name: string): string =>
  name
    .split(' ')
    .slice(0, 2)
    .map((part) => [...part.replace(LEADING, '')][0] ?? '')
    .join('') || '?'
