import { Switch } from '@mantine/core'
import { useWords } from '../../data/text.ts'
import styles from './AccountDetail.module.css'
import { text } from './text.ts'

interface SettingProps {
  label: string
  about: string
  checked: boolean
  mayEdit: boolean
  onChange: (on: boolean) => void
}

/** A setting of an account: a switch, or its state for people who may not change it. */
export function Setting({ label, about, checked, mayEdit, onChange }: SettingProps) {
  const t = useWords(text)
  return (
    <div className={styles.setting}>
      <div>
        <p>{label}</p>
        <p>{about}</p>
      </div>
      {mayEdit ? (
        <Switch
          size="sm"
          aria-label={label}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      ) : (
        <span>{checked ? t.on : t.turnedOff}</span>
      )}
    </div>
  )
}
