// Short sounds for stones, captures and the end of a game, if they are wanted.

import { watch } from "./state.js";

/** The pitches of the sounds, in hertz, and their lengths, in seconds. */
const SOUNDS = /** @type {Record<string, [number, number]>} */ ({ stone: [420, 0.06], capture: [260, 0.16], end: [620, 0.4] });

/** @param {import("./game.js").Store} store */
export function createSounds(store) {
  /** @type {AudioContext | null} */
  let audio = null;

  /** @param {string} name */
  function play(name) {
    const [pitch, length] = SOUNDS[name];
    audio ??= new AudioContext();
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.2, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + length);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + length);
  }

  let plies = 0;
  watch(store, (state) => [state.position, state.generation], ({ position, prefs, generation }) => {
    const more = position ? position.moves.length - plies : 0;
    plies = position?.moves.length ?? 0;
    // Only a single step forward is a move that is heard.
    if (!prefs.sounds || !position || more !== 1 || !generation) return;
    if (position.outcome) play("end");
    else play(position.moves.at(-1)?.captured.length ? "capture" : "stone");
  });
}
