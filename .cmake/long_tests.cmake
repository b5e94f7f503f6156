# Suites that take long in sum, most since they compile many kernels, as names that gtest filters by. Their tests have the
# label `long`: in CI they take turns (tests/run), and none is run under the sanitizers.
set(TESSERA_LONG_TESTS
  # Whole models, on both chips.
  Decoder/*
  # Other people's programs and kernels, as they are.
  All/DeclaredOperations.* CaseLists.* Cases/LibraryAttention.* Families/Library.* GgmlCases.ModelAnd*
  Manifests.A* Public/EachClient.* RopeGgml.*
  # Every rung, choice or variant of the ladder.
  All/RmsNormShapes.* Command.EveryChoice* Command.EveryRung* Command.StrictRuns* Kernel.* Ladder/Blind.* Rope/Phases.*
  Rope/Variants.* RowBound.* Rows.* Sweep.*
  # Every tile function in every format.
  DstContents.* ExactTiles.* Formats.* Function/TileFunctions.* IntegerTiles.* Loops/Price.* Modes/LowLevel* Row/Tables.*
  RowTiles.* SfpuTiles.* SortTiles.* SpecialTiles.* VendorBits.Are*
  # Every measured figure beside the model.
  Archs/Threads.* Calibration.TheLadder LatencyTable.TheModel* Schedule.* Threads.* Units.Reports*
  # What others say of many programs: damaged kernels, examples, pages of studies.
  AccuracyChoose.* AccuracyForms.* AccuracyPlots.NamesOf* AccuracyRope.* Explain.EveryExample* Forms/PathOrder.*
  Mutants.* Trace.FunctionsOf* Tried.*)
