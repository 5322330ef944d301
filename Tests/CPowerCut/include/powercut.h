#pragma once

// A library that is loaded before all others into a program under test (LD_PRELOAD). It writes down what the program
// does to the files of one folder, in its order, and ends the program where a test wants it.
//
// LECTERN_POWERCUT_FOLDER   the folder; paths that do not begin with it are none of our business
// LECTERN_POWERCUT_LOG      file that the record is appended to
// LECTERN_POWERCUT_ROOM     bytes that may be written; then the disk is full
// LECTERN_POWERCUT_DIE      number of the step before which the program is killed; a write is half done by then
