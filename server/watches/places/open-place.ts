import type { WatchPlace } from '@ruam/contract/watches/places.ts'
import type { Core } from '../../servers/core.ts'
import { reachOf } from './address.ts'
import { folderPlace } from './folder.ts'
import { lineChatPlace } from './line-chat.ts'
import type { Place } from './place.ts'
import { s3Place } from './s3.ts'
import type { PlaceSecret } from './secret.ts'
import { readHostKey, type SftpSettings, sftpPlace } from './sftp.ts'

interface Opened {
  place: Place
  /** Host key of an SFTP server: the pinned one, or that of the first connection, which the caller pins. */
  hostKey: string | null
}

type Of<K extends WatchPlace['kind']> = Extract<WatchPlace, { kind: K }>

/** Settings of a server. `secret`: of this address (see `needsSecret`). */
function sftpSettings(
  { host, port, user, folder, login }: Of<'sftp'>,
  { secret, passphrase }: PlaceSecret,
): SftpSettings {
  return {
    ...{ host, port, user, folder: folder || '.' },
    login:
      login === 'password'
        ? { password: secret }
        : { privateKey: secret, ...(passphrase !== undefined && { passphrase }) },
  }
}

/** Opens a place. Connects only to a server whose host key is not pinned yet. Throws PlaceError. */
export async function openPlace(
  core: Pick<Core, 'config' | 'pool'>,
  storeId: number,
  place: WatchPlace,
  secret: PlaceSecret | null,
  signal: AbortSignal,
): Promise<Opened> {
  switch (place.kind) {
    case 'folder':
      return { place: folderPlace(core.config.watchRoot, storeId, place.path), hostKey: null }
    case 'line_chat':
      return { place: lineChatPlace(core, storeId), hostKey: null }
    case 's3': {
      const { endpoint, region, bucket, prefix, path_style, key_id } = place
      const address = { endpoint: endpoint ?? undefined, region, bucket, prefix, pathStyle: path_style }
      const keys = { id: key_id, secret: secret!.secret }
      return { place: s3Place({ ...address, keys }, reachOf(core.config)), hostKey: null }
    }
    case 'sftp': {
      const [settings, reach] = [sftpSettings(place, secret!), reachOf(core.config)]
      const hostKey = place.host_key ?? (await readHostKey(settings, reach, signal))
      return { place: sftpPlace(settings, hostKey, reach), hostKey }
    }
  }
}
