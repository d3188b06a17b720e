import { Button } from '@mantine/core'
import { hasRole, OWNER } from '@ruam/contract/permissions.ts'
import { IconFileOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../core/EmptyState.tsx'
import { WaysOut } from '../core/pages.tsx'
import { addressOf } from '../core/route.tsx'
import { useStore } from '../core/session.ts'
import { useWords } from '../core/text.ts'
import { text } from './text.ts'

/** For those whom a missing agreement keeps out of a store. */
export function DpaNotAllowed() {
  const t = useWords(text)
  const owner = hasRole(useStore().rights, OWNER)
  const action = (
    <>
      {owner && (
        <Button variant="filled" component={Link} to={addressOf('dpa') as never}>
          {t.toAgreement}
        </Button>
      )}
      <WaysOut />
    </>
  )
  return <EmptyState icon={IconFileOff} title={t.closed} text={owner ? t.closedOwner : t.closedText} action={action} />
}
