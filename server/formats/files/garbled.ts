/** Stands for a letter whose bytes could not be read. */
export const BROKEN = '\ufffd'

/** Thai of UTF-8 or of Windows that a program took for Western letters before it saved the file, or lost letters. */
const GARBLED = /à[¸¹]|[\u00a1-\u00fb]{4}|\ufffd/

export const isGarbled = (text: string) => GARBLED.test(text)
