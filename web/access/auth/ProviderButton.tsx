import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { signInTargetOf } from '../../data/auth-state.ts'
import { targetUrl } from '../../data/storage.ts'
import { useWords } from '../../data/text.ts'
import { text } from './text.ts'

/** Sign-in through the identity provider, which returns to the requested page. `again`: lets a refused person choose another account there. */
export function ProviderButton({ again = false }: { again?: boolean }) {
  const t = useWords(text)
  const query = new URLSearchParams({ ...signInTargetOf(targetUrl.get()), ...(again && { again: '1' }) }).toString()
  const address = `/api/auth/oidc/start${query && `?${query}`}`
  return (
    <Button component="a" href={address} size="lg" fullWidth leftSection={<IconBuilding size={18} stroke={1.6} />}>
      {t.byProvider}
    </Button>
  )
}
