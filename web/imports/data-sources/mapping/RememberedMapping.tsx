import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import styles from './MappingForm.module.css'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

interface RememberedMappingProps {
  /** The data source whose file had the same columns. */
  name: string
  /** True if its mapping is in use. */
  used: boolean
  onUse: () => void
  onBack: () => void
}

/** Offers how an earlier file of the same columns was mapped, and the way back to the suggestions. */
export function RememberedMapping({ name, used, onUse, onBack }: RememberedMappingProps) {
  const t = useStepWords(mappingText)
  return (
    <div className={styles.remembered} role="status">
      <IconHistory size={18} stroke={1.6} />
      <div>
        {used ? t.usingRemembered({ name }) : t.remembered}{' '}
        <Button variant="transparent" size="compact-sm" className={styles.act} onClick={used ? onBack : onUse}>
          {used ? t.backToSuggested : t.takeRemembered({ name })}
        </Button>
      </div>
    </div>
  )
}
