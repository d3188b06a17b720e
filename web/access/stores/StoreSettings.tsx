import { secondFactor } from '@ruam/contract/access/passkeys.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import { hasRole, OWNER } from '@ruam/contract/platform/permissions.ts'
import { useState } from 'react'
import { SettingTabs } from '../../app/SettingTabs.tsx'
import { useRead, useRefresh } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { DeleteStore } from './DeleteStore.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import styles from './Settings.module.css'
import { StoreFacts } from './StoreFacts.tsx'
import { StoreForm } from './StoreForm.tsx'
import { text } from './settings-text.ts'

/** The store's settings, as a form for people who may change them. */
export function StoreSettings() {
  const t = useWords(text)
  const { id, rights } = useStore()
  const mayEdit = useMayCall(stores.update)
  const maySeeFactor = useMayCall(secondFactor.get)
  const refresh = useRefresh()
  // A saved form is replaced by one that begins from what was stored.
  const [saves, setSaves] = useState(0)
  const read = useRead(stores.get, { params: { id } }, { staleTime: 0 })
  const store = read.data
  // An edit begins from what is there now, not from what was read a while ago.
  if (!store || (mayEdit && !read.isFetchedAfterMount && !read.error)) {
    return (
      <>
        <SettingTabs />
        {read.error ? <Unread read={read} /> : <Bones />}
      </>
    )
  }
  const again = async () => {
    await refresh(stores.get)
    setSaves(saves + 1)
  }
  return (
    <>
      <SettingTabs />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={styles.scroll} tabIndex={0}>
        <div className={styles.page}>
          {mayEdit ? <StoreForm key={saves} store={store} onSaved={again} /> : <StoreFacts store={store} />}
          <section className={styles.part} aria-label={t.agreement}>
            <h2>{t.agreement}</h2>
            <RouteLink to="dpa" className={styles.way}>
              {t.agreementRead}
            </RouteLink>
          </section>
          {maySeeFactor && <SecondFactor />}
          {hasRole(rights, OWNER) && <DeleteStore name={store.name} />}
        </div>
      </div>
    </>
  )
}
