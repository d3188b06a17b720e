import { Button } from '@mantine/core'
import { stores, users } from '@ruam/contract/access/stores.ts'
import { IconFlask } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import styles from './ChooseStore.module.css'
import { text } from './text.ts'

/** Makes the sandbox of a store owner in one click, and opens it. */
export function SandboxStore() {
  const t = useWords(text)
  const navigate = useNavigate()
  const make = useWrite(stores.sandbox, { refreshes: [users.stores] })
  const open = ({ id }: { id: number }) => void navigate({ to: `/${id}` as never })
  return (
    <>
      <Button
        mt="xs"
        fullWidth
        leftSection={<IconFlask size={16} stroke={1.6} />}
        loading={make.isPending}
        onClick={() => make.mutate({}, { onSuccess: open })}
      >
        {t.sandbox}
      </Button>
      <p className={styles.about}>{t.sandboxText}</p>
    </>
  )
}
