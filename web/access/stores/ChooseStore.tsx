import { Button, Skeleton } from '@mantine/core'
import { stores, users } from '@ruam/contract/access/stores.ts'
import { STORE_RETENTION_DAYS } from '@ruam/contract/platform/constants.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { IconBuildingStore, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import door from '../../app/DoorFrame.module.css'
import { useRead, useWrite } from '../../data/api.ts'
import { useRoleName } from '../../data/role-name.ts'
import { signOut, useSession } from '../../data/session.ts'
import type { SignedInPerson } from '../../data/storage.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { AddressLink } from '../../ui/route.tsx'
import { useAfterSignIn } from '../auth/after-sign-in.ts'
import { SignInForm } from '../auth/SignInForm.tsx'
import styles from './ChooseStore.module.css'
import { NewStore } from './NewStore.tsx'
import { SandboxStore } from './SandboxStore.tsx'
import { text } from './text.ts'

const DAY_MS = 86_400_000
const LostActs = lazyPart(() => import('../../background/acts/LostActs.tsx'))

/** A store on another server comes back. */
const isOpen = ({ deletedAt }: { deletedAt: string | null }) => deletedAt === null

/** The stores of the person, or the sign-in form for a signed-out visitor. */
export function ChooseStore() {
  const { user } = useSession()
  const afterSignIn = useAfterSignIn()
  // After signing in here, the person goes on to a store, which may already be known.
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    await afterSignIn()
    setLeaving(false)
  }
  if (user && !leaving) return <Stores user={user} />
  return <SignInForm onStart={() => setLeaving(true)} onSignedIn={leave} />
}

function Stores({ user }: { user: SignedInPerson }) {
  const t = useWords(text)
  const called = useRoleName()
  const read = useRead(users.stores, { params: { userId: user.id } })
  const stores = read.data?.data
  const owned = stores?.filter(({ roles, deletedAt }) => roles.includes(OWNER) && !deletedAt)
  return (
    <div className={door.card}>
      <h1>{t.title}</h1>
      <p className={door.lead}>{stores && stores.length > 0 && t.lead({ count: stores.length })}</p>
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      {stores?.length === 0 && <EmptyState icon={IconBuildingStore} title={t.none} text={t.noneText} />}
      <ul className={styles.list} aria-busy={read.isPending}>
        {stores?.map(({ id, store, roles, deletedAt, away, sandbox }) => (
          <li key={id}>
            {deletedAt ? (
              <DeletedStore id={store.id} name={store.name} deletedAt={deletedAt} />
            ) : away ? (
              <div className={styles.store}>
                <IconBuildingStore size={20} stroke={1.6} />
                <span>
                  <strong>{store.name}</strong>
                  <small>{t.away}</small>
                </span>
              </div>
            ) : (
              <AddressLink to={`/${store.id}`} className={styles.store}>
                <IconBuildingStore size={20} stroke={1.6} />
                <span>
                  <strong>{store.name}</strong>
                  <small>{[...roles.map(called.title), ...(sandbox ? [t.sandbox] : [])].join(' · ')}</small>
                </span>
                <IconChevronRight size={18} stroke={1.6} />
              </AddressLink>
            )}
          </li>
        )) ??
          (read.isPending && [1, 2].map((place) => <Skeleton key={place} height={60} radius="lg" />))}
      </ul>
      {stores && (
        <Suspense>
          <LostActs userId={user.id} stores={stores.filter(isOpen).map(({ store }) => store.id)} />
        </Suspense>
      )}
      {owned?.some(({ sandbox }) => !sandbox) && <NewStore />}
      {owned?.some(({ sandbox }) => !sandbox) && !owned.some(({ sandbox }) => sandbox) && <SandboxStore />}
      <p className={styles.who}>{t.signedInAs({ email: user.email })}</p>
      <Button size="md" onClick={() => void signOut()} fullWidth>
        {t.logout}
      </Button>
    </div>
  )
}

/** A deleted store, which its owner can have back. */
function DeletedStore({ id, name, deletedAt }: { id: number; name: string; deletedAt: string }) {
  const t = useWords(text)
  const restore = useWrite(stores.restore, { refreshes: [users.stores] })
  const left = Math.max(1, Math.ceil(STORE_RETENTION_DAYS - (Date.now() - Date.parse(deletedAt)) / DAY_MS))
  return (
    <div className={styles.store}>
      <IconTrash size={20} stroke={1.6} />
      <span>
        <strong>{name}</strong>
        <small>{t.deleted({ count: left })}</small>
      </span>
      <Button
        loading={restore.isPending}
        onClick={() => restore.mutate({ params: { id } }, { onSuccess: () => alerts.success(t.restored) })}
      >
        {t.restore}
      </Button>
    </div>
  )
}
