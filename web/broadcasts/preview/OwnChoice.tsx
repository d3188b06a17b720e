import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { useEffect, useState } from 'react'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import type { CustomerOfPreview, PreviewTarget } from '../messages/use-word-preview.ts'
import styles from '../messages/Words.module.css'
import { type ChosenPerson, PeoplePicker } from '../PeoplePicker.tsx'
import { previewText } from './preview-text.ts'

interface OwnChoiceProps {
  asked: PreviewTarget
  onChoose: (person: CustomerOfPreview) => void
}

/** Looks a customer up and shows the messages as they see them, if they can be reached. */
export default function OwnChoice({ asked, onChoose }: OwnChoiceProps) {
  const t = useWords(previewText)
  const may = useMayCall(broadcasts.preview)
  const [person, setPerson] = useState<ChosenPerson>()
  const target = {
    ...asked.target,
    type: 'profiles' as const,
    profileIds: person ? [person.id] : [],
    rule: null,
    failedOf: null,
  }
  const { data, isFetching } = useRead(
    broadcasts.preview,
    { body: { ...asked, target } },
    { enabled: may && person !== undefined },
  )
  const found = data?.people.find(({ id }) => id === person?.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each customer that is found
  useEffect(() => {
    if (found) onChoose(found)
  }, [found?.id])
  return (
    <>
      <PeoplePicker
        label={t.chooseCustomer}
        value={person ? [person] : []}
        most={1}
        onChange={(people) => setPerson(people.at(-1))}
      />
      {person && data && !isFetching && !found && <p className={styles.note}>{t.notInTarget}</p>}
    </>
  )
}
