/** Plumbline's own version, in every report. A test holds it equal to package.json's. */
export const VERSION = "0.1.0";
