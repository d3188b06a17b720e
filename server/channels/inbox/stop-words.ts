/** Words that withdraw every consent to be written to, typed alone or sent by the "stop" button. */
const stops = new Set(['stop', 'unsubscribe', 'ยกเลิกรับข่าวสาร', 'ยกเลิกรับข่าว', 'ไม่รับข่าวสาร'])

/** Data of the button that broadcasts carry. */
export const STOP_POSTBACK = 'ruam=stop'

export const isStop = (text: string | null, postback: string | null): boolean =>
  postback === STOP_POSTBACK || (text !== null && stops.has(text.normalize('NFC').trim().toLowerCase()))
