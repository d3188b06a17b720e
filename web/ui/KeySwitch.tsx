import { Switch } from '@mantine/core'
import { prefer, usePreferences } from '../data/preferences.ts'
import { useWords } from '../data/text.ts'
import { keyWords } from './key-words.ts'

/** Switches the shortcuts of a single key off, and on again. */
export function KeySwitch() {
  const t = useWords(keyWords)
  const { keys } = usePreferences()
  return (
    <Switch
      label={t.single}
      description={t.singleText}
      checked={keys !== false}
      onChange={(event) => prefer({ keys: event.currentTarget.checked ? undefined : false })}
    />
  )
}
