#!/usr/bin/env node
// A file of its own, so that it is there to be linked before the package is built.
import '../dist/command-line/main.js';
