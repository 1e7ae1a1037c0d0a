#!/usr/bin/env bash
#SBATCH --job-name=ninuki-prove
#SBATCH --array=1-8
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
# One part of a proof in each task of an array job: sbatch [--array=1-N] prove.sh OPTIONS OF NINUKI PROVE...
# Tasks are numbered from 1 to N. The folder of the store must be shared by all nodes. Exit status 1 is that of an open proof.
set -euo pipefail

ninuki=${NINUKI:-ninuki}
"$ninuki" prove "$@" --threads "${SLURM_CPUS_PER_TASK:-1}" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" || [ $? -eq 1 ]
